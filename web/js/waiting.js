/*
 * waiting.js - the connection to a game that waits for its players, while the visitor practises.
 * When everybody has sat down, the view changes to that game; the practice game is saved after
 * every move, so nothing is lost.
 */
import { drawAwaited } from './awaited.js';
import { Connection } from './connection.js';
import { t } from './i18n.js';
import { notice } from './notices.js';
import { secretOf } from './online.js';
import { go, hashOf, readRoute } from './router.js';
import { play } from './sound.js';
import { callBack } from './parts/attention.js';

/**
 * @param {string} id
 * @param {HTMLAnchorElement} link  back to it
 * @param {() => void} done         there is nothing to wait for any more
 * @returns {() => void} ends it
 */
export function watchGame(id, link, done) {
    const line = new Connection(id, secretOf(id), {
        onChange: () => look(),
        onLine: () => draw(),
        onEvent: () => {},
        onRefused: () => {},
        onGone: () => done(),
    });

    const draw = () => drawAwaited(line.line === 'lost');

    /** Once the game has begun, opens it from a practice game; elsewhere a notice links to it. */
    function look() {
        const status = line.state?.now.status;
        draw();
        if (status === 'open')
            return;
        done();
        if (status !== 'running')
            return;
        play('call');
        callBack(t('online.begun'));
        if (readRoute(hashOf()).view === 'play') {
            go(`#/online/${id}`);
            notice(t('awaited.kept'));
        } else {
            notice(t('online.begun'), true, `#/online/${id}`);
        }
    }

    link.href = `#/online/${id}`;
    link.hidden = false;
    draw();
    line.open();
    return () => line.close();
}
