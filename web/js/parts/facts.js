/* facts.js - a game's players, duration, age, author and publisher, as far as its documents state them. */
import { el } from '../dom.js';
import { say, t } from '../i18n.js';

/** @typedef {Omit<import('../types.js').Card, 'place'>} Facts */

/** @param {number[]} players  in order */
function playersText(players) {
    const first = players[0], last = players[players.length - 1];
    if (first === last)
        return String(first);
    return last - first + 1 === players.length ? t('home.range', first, last) : say('board.or', first, last);
}

/** "2 to 4 players · 5 to 20 min · age 8+", with line breaks between these only. @param {Facts} game */
export function playText({ players, minutes, age }) {
    return [
        t('home.players', playersText(players)),
        minutes && t('home.minutes', minutes[0] === minutes[1] ? t('home.about', minutes[1]) : t('home.range', ...minutes)),
        age && t('home.age', age),
    ].filter(Boolean).map((fact) => String(fact).replaceAll(' ', '\u00a0')).join('\u00a0· ');
}

/** The author, with a link where there is one, and the publisher. @param {Facts} game */
export function credit({ author, authorLink, publisher }) {
    return el('span', {}, authorLink ? el('a', { href: authorLink }, author) : author, publisher ? ` · ${publisher}` : null);
}
