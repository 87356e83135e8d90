/*
 * message.js - sentences for people, as the server sends them: an English template in the syntax
 * of ICU MessageFormat and its arguments. The same as src/core/message.c; tests/messages/cases.json
 * holds both to it.
 */

/** @typedef {import('./types.js').Message} Message */
/** @typedef {import('./types.js').Argument} Argument */
/** @typedef {import('./types.js').Viewer & { lang?: string, words?: Pick<Map<string, string>, 'get'> }} Reader
 *     words: the translations, as readCatalogue() returns them */

/** The translations of a compiled gettext catalogue (.mo), by text; with a context before it and
 * \u0004 between. Throws if it is none. @param {Uint8Array} bytes @returns {Map<string, string>} */
export function readCatalogue(bytes) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), decoder = new TextDecoder();
    if (view.getUint32(0, true) !== 0x950412de) throw new SyntaxError('not a catalogue');
    const count = view.getUint32(8, true), texts = view.getUint32(12, true), words = view.getUint32(16, true);
    const at = (/** @type {number} */ row) =>
        decoder.decode(bytes.subarray(view.getUint32(row + 4, true), view.getUint32(row + 4, true) + view.getUint32(row, true)));
    return new Map(Array.from({ length: count }, (_, i) => [at(texts + 8 * i), at(words + 8 * i)]));
}

/** By language: each takes the browser some time. @type {Map<string, Intl.PluralRules>} */
const pluralRules = new Map();

/** @param {string} lang */
function rulesOf(lang) {
    const rules = pluralRules.get(lang) ?? new Intl.PluralRules(lang);
    pluralRules.set(lang, rules);
    return rules;
}

const DEPTH = 12, VOWEL = /^[aeiouy\u00e0-\u00e6\u00e8-\u00ef\u00f2-\u00f6\u00f8\u00f9-\u00fc\u00fd\u00ff]/i;

/** True if a word of a select tells how the text begins: `vowel`, or `i-` with any letters.
 * @param {string} word @param {string} text */
const tellsBeginning = (word, text) => word === 'vowel' ? VOWEL.test(text) : /.-$/.test(word) && text.startsWith(word.slice(0, -1));

/** One sentence. @param {string | Message} message @param {Reader} [reader] @returns {string} */
export function renderMessage(message, reader = {}) {
    return new Rendering(reader).message(typeof message === 'string' ? { template: message } : message, DEPTH, true);
}

class Rendering {
    out = '';
    /** Where the sentence begins. */
    start = 0;

    /** @param {Reader} reader */
    constructor(reader) {
        this.reader = reader;
    }

    /** @param {string} text @param {string} [context] */
    #translated(text, context) {
        return this.reader.words?.get(context ? `${context}\u0004${text}` : text) || null;
    }

    /** @param {Message} message @param {number} depth @param {boolean} top @returns {string} */
    message({ template, arguments: given = {} }, depth, top = false) {
        if (depth <= 0) return this.out;
        const before = this.out, start = this.start;
        if (top || /[.!?]\n*$/.test(template)) this.start = this.out.length;
        const foreign = template ? this.#translated(template) : null;
        for (const [pattern, own] of /** @type {const} */ ([[foreign, true], [template, false]])) {
            if (pattern === null) continue;
            try {
                this.out = before;
                this.#block(pattern, given, depth, own);
                break;
            } catch (error) {
                if (!own) this.out = before + template;
            }
        }
        this.start = start;
        return this.out;
    }

    /** @param {string} pattern @param {Record<string, Argument>} given @param {number} depth
     * @param {boolean} own  in the reader's language @param {Argument} [number]  for # */
    #block(pattern, given, depth, own, number) {
        for (let at = 0; at < pattern.length;) {
            const c = pattern[at], quote = c === "'" && /['{}#]/.test(pattern[at + 1] ?? '');
            if (quote && pattern[at + 1] === "'") {
                this.out += "'";
                at += 2;
            } else if (quote) {
                const close = pattern.indexOf("'", at + 1), end = close < 0 ? pattern.length : close;
                this.out += pattern.slice(at + 1, end);
                at = end + 1;
            } else if (c === '{') {
                const end = closing(pattern, at);
                this.#argument(pattern.slice(at + 1, end), given, depth, own);
                at = end + 1;
            } else if (c === '}') {
                throw new SyntaxError('a } too many');
            } else if (c === '#' && number !== undefined) {
                this.#value(number, depth, true, own);
                at++;
            } else {
                this.out += c;
                at++;
            }
        }
    }

    /** @param {string} inner @param {Record<string, Argument>} given @param {number} depth @param {boolean} own */
    #argument(inner, given, depth, own) {
        const found = /^\s*([^\s,{}]+)\s*(?:,\s*(number|plural|select)\s*(,[^]*)?)?$/.exec(inner);
        if (!found || (found[2] === 'number') === Boolean(found[3]) && found[2])
            throw new SyntaxError(inner);
        const [, name, kind, rest] = found, value = given[name];
        if (kind === 'plural' || kind === 'select')
            this.#choice(rest.slice(1), value, kind === 'plural', given, depth, own);
        else if (value === undefined)
            this.out += kind ? '' : `{${inner}}`;
        else
            this.#value(value, depth, kind === 'number', own);
    }

    /** @param {string} rest @param {Argument | undefined} value @param {boolean} plural
     * @param {Record<string, Argument>} given @param {number} depth @param {boolean} own */
    #choice(rest, value, plural, given, depth, own) {
        let best = null, bestFit = -1;
        for (let at = 0; /\S/.test(rest.slice(at));) {
            const head = /^\s*([^\s,{}]+)\s*\{/.exec(rest.slice(at));
            if (!head) throw new SyntaxError(rest);
            const open = at + head[0].length - 1, end = closing(rest, open);
            const fit = plural ? this.#pluralFit(head[1], value, own) : Number(this.#selects(head[1], value));
            const rated = fit === 0 && head[1] !== 'other' ? -1 : fit;
            if (rated > bestFit) [bestFit, best] = [rated, rest.slice(open + 1, end)];
            at = end + 1;
        }
        if (best === null) throw new SyntaxError('no branch other');
        this.#block(best, given, depth, own, plural ? value : undefined);
    }

    /** @param {string} word @param {Argument | undefined} value @param {boolean} own */
    #pluralFit(word, value, own) {
        const number = typeof value === 'number' ? value : Math.trunc(Object(value).number ?? NaN);
        if (Number.isNaN(number)) return 0;
        if (word === `=${number}`) return 2;
        return Number(word === rulesOf(own ? this.reader.lang ?? 'en' : 'en').select(Math.abs(number)));
    }

    /** @param {string} word @param {Argument | undefined} value */
    #selects(word, value) {
        if (value === undefined) return false;
        if (typeof value === 'string')
            return word === value || tellsBeginning(word, value);
        if (typeof value === 'number') return word === String(value);
        const players = 'player' in value ? [value.player] : 'side' in value ? value.side : null;
        if (!players) return false;
        const team = players.length > 1, { you = 0 } = this.reader;
        if (you > 0 && players.includes(you)) return word === (team ? 'yourteam' : 'you');
        const name = team ? '' : this.#name(players[0]);
        return name ? word === 'named' || tellsBeginning(word, name) : word === (team ? 'team' : 'other');
    }

    /** @param {number} player */
    #name(player) {
        return this.reader.names?.[player - 1] || '';
    }

    /** @param {Argument} value @param {number} depth @param {boolean} grouped @param {boolean} own */
    #value(value, depth, grouped, own) {
        if (typeof value === 'string') this.out += value;
        else if (typeof value === 'number') this.#number(String(value), grouped, own);
        else if ('number' in value) this.#number(value.number.toFixed(value.digits), grouped, own);
        else if ('player' in value) this.#player([value.player], depth);
        else if ('side' in value) this.#player(value.side, depth);
        else if ('and' in value) this.#list(value.and, '{list} and {last}', depth);
        else if ('or' in value) this.#list(value.or, '{list} or {last}', depth);
        else this.message(value, depth - 1);
    }

    /** @param {string} digits @param {boolean} grouped @param {boolean} own */
    #number(digits, grouped, own) {
        const mark = (/** @type {string} */ sign, /** @type {string} */ context) => (own && this.#translated(sign, context)) || sign;
        const [whole, fraction] = digits.split('.');
        this.out += grouped ? whole.replace(/\B(?=(\d{3})+$)/g, mark(',', 'thousands mark')) : whole;
        if (fraction !== undefined) this.out += mark('.', 'decimal mark') + fraction;
    }

    /** @param {number[]} players @param {number} depth */
    #player(players, depth) {
        const at = this.out.length, name = players.length === 1 ? this.#name(players[0]) : '';
        const capital = at === this.start || /[.!?][ \n]$/.test(this.out);
        if (name) this.out += name;
        else if (players.length > 1) this.message({ template: 'team {players}', arguments: { players: players.join('+') } }, depth - 1);
        else this.message({ template: 'player {number}', arguments: { number: players[0] } }, depth - 1);
        if (capital)
            this.out = this.out.slice(0, at) + this.out.slice(at).replace(/^[a-z]/, (c) => c.toUpperCase());
    }

    /** @param {string[]} items @param {string} template @param {number} depth */
    #list(items, template, depth) {
        if (items.length < 2) this.out += items.join('');
        else this.message({ template, arguments: { list: items.slice(0, -1).join(', '), last: items[items.length - 1] } }, depth - 1);
    }
}

/** The brace that closes the one at `at`. @param {string} pattern @param {number} at */
function closing(pattern, at) {
    for (let depth = 0; at < pattern.length;) {
        if (pattern[at] === "'" && /['{}#]/.test(pattern[at + 1] ?? '')) {
            const close = pattern[at + 1] === "'" ? at + 1 : pattern.indexOf("'", at + 1);
            at = close < 0 ? pattern.length : close + 1;
            continue;
        }
        depth += pattern[at] === '{' ? 1 : pattern[at] === '}' ? -1 : 0;
        if (depth === 0) return at;
        at++;
    }
    throw new SyntaxError('a } is missing');
}
