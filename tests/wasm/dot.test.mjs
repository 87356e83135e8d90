/* dot.test.mjs - the function that replaces the module's own where the engine can add up products of bytes. */
import './byte_products.mjs';

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { replaceDot } from '../../bindings/js/dot.js';
import { thinkFields } from '../../bindings/js/request.js';
import { openModule } from '../../bindings/js/wasm.js';
import { ask, bench, dice, gameFile, wasm } from './sides.mjs';

const roll = dice(11);
const module = new WebAssembly.Module(readFileSync(process.env.TABLIER_WASM));

test('it replaces the own one in the table of an instance', () => {
    const imports = Object.fromEntries(WebAssembly.Module.imports(module).map(({ module: name }) => [name, {}]));
    const { exports, memory } = openModule(module);
    replaceDot(exports, memory);
    for (const { module: from, name, kind } of WebAssembly.Module.imports(module))
        imports[from][name] = kind === 'memory' ? memory : () => 0;
    const untouched = new WebAssembly.Instance(module, imports).exports;
    const place = exports.dotPlace();
    const names = [untouched, exports].map((of) => of.__indirect_function_table.get(place).name);
    assert.equal(names[1], '0'); // the only function of its module
    assert.notEqual(names[0], names[1]);
});

test('its sums are right, the greatest and the least too', () => {
    const { exports, memory } = openModule(module);
    replaceDot(exports, memory);
    const dot = exports.__indirect_function_table.get(exports.dotPlace());
    const most = 256, all = 20;
    const units = (exports.room(1 << 16) + 63) & ~63, weights = units + most, bias = weights + all * most,
        rows = bias + 4 * all, out = rows + 64;
    const view = new DataView(memory.buffer);
    for (let width = 32; width <= most; width += 32)
        for (const kind of ['any', 'greatest', 'least'])
            for (const count of [0, 1, 2, 3, 4, 5, 7, 8, 13, 16]) {
                for (let i = 0; i < width; i++) view.setInt8(units + i, kind === 'any' ? roll(128) : 127);
                for (let i = 0; i < all * width; i++)
                    view.setInt8(weights + i, kind === 'any' ? roll(255) - 127 : kind === 'least' ? -127 : 127);
                for (let r = 0; r < all; r++) view.setInt32(bias + 4 * r, roll(2_000_000) - 1_000_000, true);
                for (let r = 0; r < count; r++) view.setUint16(rows + 2 * r, roll(all), true);
                const room = Math.ceil(count / 4) * 4;
                view.setInt32(out + 4 * room, 123456, true);
                dot(units, weights, bias, rows, count, width, out);
                for (let r = 0; r < count; r++) {
                    const row = view.getUint16(rows + 2 * r, true);
                    let sum = view.getInt32(bias + 4 * row, true);
                    for (let i = 0; i < width; i++)
                        sum += view.getInt8(units + i) * view.getInt8(weights + row * width + i);
                    assert.equal(view.getInt32(out + 4 * r, true), sum, `${kind}, ${count} rows of ${width}`);
                }
                assert.equal(view.getInt32(out + 4 * room, true), 123456); // nothing beyond
            }
});

test('with it the module finds what tablier bench finds', () => {
    for (const game of ['dorix', 'quoridor']) wasm(gameFile(`${game}.net`));
    const rows = bench().filter(({ record }) => /dorix|quoridor/.test(record.game) && record.players === 2);
    assert.ok(rows.length >= 4);
    for (const { record, limits, found } of rows) {
        ask('think', { game: 'tictacdoh' }, thinkFields({ nodes: 1, seed: 1 })); // so that the next engine remembers nothing
        const { move, info } = ask('think', record, thinkFields({ ...limits, lines: 1, tableMb: 16 }));
        assert.deepEqual({ depth: info.depth, nodes: info.nodes, move }, found, JSON.stringify(record));
    }
});
