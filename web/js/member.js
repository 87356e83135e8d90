/* member.js - the member that this browser is signed in as. The head of the page shows the name. */
import { el, fill } from './dom.js';
import { part } from './later.js';
import { call } from './online.js';
import { onForeignWrite, read, remove, write } from './storage.js';

/** @typedef {import('./types.js').Member} Member */

const NAME = 'member';

/** The link in the head of the page: the name, or its first letter where there is little room. */
export const memberLink = el('a', { class: 'button member counted', href: '#/me', 'data-tool': 'member', hidden: true });

/** The name of the member, as far as this browser knows; empty for a guest. @returns {string} */
export const memberName = () => read(NAME, '');

/** Challenges that wait for an answer, and the same in words. */
let challenges = 0, said = '';

function draw() {
    const name = memberName();
    memberLink.hidden = !name;
    memberLink.setAttribute('aria-label', challenges > 0 ? `${name}, ${said}` : name);
    fill(memberLink, el('span', { class: 'whole' }, name), el('span', { class: 'initial' }, [...name][0] ?? ''),
        challenges > 0 && el('span', { class: 'count', 'data-count': challenges }));
}

/** Shows how many challenges wait. @param {number} count @param {string} words */
export function showChallenges(count, words) {
    [challenges, said] = [count, words];
    draw();
}

/** Whom the connection for challenges belongs to. */
let attended = '';

/** Connects the member to those who are there. */
async function attend() {
    const name = memberName();
    if (name === attended)
        return;
    attended = name;
    (await part('remote')).challenges.awaitChallenges();
}

/** Keeps who is signed in. @template {Member | null} M @param {M} member @returns {M} */
export function setMember(member) {
    if (member)
        write(NAME, member.name);
    else
        remove(NAME);
    draw();
    attend().catch(() => {}); // without a connection there are no challenges
    return member;
}

/** Asks the server who is signed in. @returns {Promise<Member | null>} */
export const askMember = async () => setMember((await call('/me')).member);

/** Shows the name from now on. A guest costs no request. */
export function watchMember() {
    draw();
    onForeignWrite((name) => {
        if (name !== NAME)
            return;
        draw();
        attend().catch(() => {}); // as above
    });
    if (memberName())
        askMember().catch(() => {}); // the server cannot be asked now: the name stays
}
