/* play.mjs SETS PACKAGE RECORDS... - random games and records through the JavaScript package; see
 * play.c. */
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const GAMES = 3, PLIES = 60;
const [, , sets, place, ...files] = process.argv;
const { Tablier } = await import(`${pathToFileURL(place)}/node/direct.js`);
const tablier = await Tablier.load();

function play(record, seed) {
    const counts = [];
    let now = tablier.snapshot(record);
    while (now.record.moves.length < PLIES && now.moves.length > 0) {
        counts.push(now.moves.length);
        seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
        record.moves.push(now.moves[(seed >> 8) % now.moves.length]);
        now = tablier.snapshot(record);
    }
    const { hashes } = tablier.trace(record);
    record.moves.forEach((move, i) => console.log(`${hashes[i]} ${counts[i]} ${move}`));
    if (now.over) process.stdout.write(`${hashes.at(-1)} 0`);
    const words = !now.over ? ['open'] : now.winners.length > 0 ? now.winners : ['draw'];
    console.log(`\nend ${words.join(' ')}`);
}

for (const line of readFileSync(sets, 'utf8').trim().split('\n')) {
    const [game, players, ...options] = line.split(' ');
    console.log(line);
    for (let i = 0; i < GAMES; i++) {
        const record = { game, players: Number(players), repetition: 0, moves: [] };
        play({ ...record, options: Object.fromEntries(options.map((o) => o.split('='))) }, 1000 + i);
    }
}

for (const file of files)
    for (const { line, error, record, names, date, tags } of tablier.parseRecords(readFileSync(file, 'utf8'))) {
        if (error) console.log(`${line} ${error.ply} ${error.message}`);
        else
            process.stdout.write(tablier.formatRecord(record, { names, date, tags }) +
                `${tablier.formatRecord(record, { names, date, tags }, { form: 'json' })}\n`);
    }
