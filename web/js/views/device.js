/* device.js - the link that signs in a second device has been opened there. */
import { el, fill } from '../dom.js';
import { t } from '../i18n.js';
import { setMember } from '../member.js';
import { call } from '../online.js';
import { go } from '../router.js';
import { serverForm } from '../parts/attempt.js';

/** The visitor must press a button: a link could also come from somebody else, under whose name the visitor would play then.
 * @param {HTMLElement} host @param {import('../router.js').Route} route */
export async function show(host, { parts: [code = ''] }) {
    const enter = async () => {
        setMember((await call('/session/link', { method: 'POST', body: { code } })).member);
        go('#/me', true);
    };
    fill(host, el('section', { class: 'panel setup' }, el('h1', {}, t('device.title')), serverForm(t('me.signIn'), enter, el('p', {}, t('device.text')))));
}
