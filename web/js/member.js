/* member.js - the member that this browser is signed in as. The head of the page shows the name. */
import { el, fill } from './dom.js';
import { call } from './online.js';
import { onForeignWrite, read, remove, write } from './storage.js';

/** @typedef {import('./types.js').Member} Member */

const NAME = 'member';

/** The link in the head of the page: the name, or its first letter where there is little room. */
export const memberLink = el('a', { class: 'button member', href: '#/me', 'data-tool': 'member', hidden: true });

/** The name of the member, as far as this browser knows; empty for a guest. @returns {string} */
export const memberName = () => read(NAME, '');

function draw() {
    const name = memberName();
    memberLink.hidden = !name;
    memberLink.setAttribute('aria-label', name);
    fill(memberLink, el('span', { class: 'whole' }, name), el('span', { class: 'initial' }, [...name][0] ?? ''));
}

/** Keeps who is signed in. @template {Member | null} M @param {M} member @returns {M} */
export function setMember(member) {
    if (member)
        write(NAME, member.name);
    else
        remove(NAME);
    draw();
    return member;
}

/** Asks the server who is signed in. @returns {Promise<Member | null>} */
export const askMember = async () => setMember((await call('/me')).member);

/** Shows the name from now on. A guest costs no request. */
export function watchMember() {
    draw();
    onForeignWrite((name) => name === NAME && draw());
    if (memberName())
        askMember().catch(() => {}); // the server cannot be asked now: the name stays
}
