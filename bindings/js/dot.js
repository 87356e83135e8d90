/*
 * dot.js - the network's second inner loop (src/net/kernels.c) with an instruction that adds up products of bytes.
 *
 * Not every engine knows it, and a module with an instruction that the engine does not know is refused as a whole. So
 * this one function is a module of its own, put together here, and takes the place of the main module's function in
 * that one's table of functions. It computes the same numbers: the instruction's second operand must be 0 to 127, and
 * so are units. Engines without it keep the main module's function.
 */

/** Numbers of the instructions. */
const END = 0x0b, BLOCK = [0x02, 0x40], LOOP = [0x03, 0x40], IF_DONE_LEAVE = [0x0d, 1], AGAIN = [0x0c, 0],
    AGAIN_IF = [0x0d, 0], SELECT = 0x1b, ADD = 0x6a, SUBTRACT = 0x6b, MULTIPLY = 0x6c, LESS = 0x48, NOT_LESS = 0x4e,
    LOAD_16 = [0x2f, 0, 0];
const LOAD_LANE = [0xfd, 0x5c, 0, 0], STORE_VECTOR = [0xfd, 0x0b, 0, 0], ADD_LANES = [0xfd, 0xae, 1];
/** Adds four products of bytes to each of four sums: i32x4.relaxed_dot_i8x16_i7x16_add_s. */
const ADD_PRODUCTS = [0xfd, 0x93, 2];
const LOAD_VECTOR = [0xfd, 0, 0]; // and an offset
/** Takes lanes of 32 bits out of two vectors. */
const pick = (/** @type {number[]} */ ...lanes) =>
    [0xfd, 0x0d, ...lanes.flatMap((lane) => [0, 1, 2, 3].map((byte) => 4 * lane + byte))];
const get = (/** @type {number} */ local) => [0x20, local];
const set = (/** @type {number} */ local) => [0x21, local];
const number = (/** @type {number} */ value) => [0x41, value]; // below 64

/** The function's parameters, then its other numbers and its vectors. */
const UNITS = 0, WEIGHTS = 1, BIAS = 2, ROWS = 3, COUNT = 4, WIDTH = 5, OUT = 6;
const FROM = 7, AT = 8, ROW = 9, NUMBERS = 6, SUM = 13, UNIT = 17, VECTORS = 5;
const FOUR = [0, 1, 2, 3];

/** In a function, as all that follows: where nothing is searched, bundlers leave it out. */
const body = () => [
    BLOCK, LOOP, // four rows at a time; after the last row it stands again
    get(FROM), get(COUNT), NOT_LESS, IF_DONE_LEAVE,
    ...FOUR.map((r) => [
        get(ROWS), get(FROM), number(r), ADD, get(COUNT), number(1), SUBTRACT,
        get(FROM), number(r), ADD, get(COUNT), LESS, SELECT,
        number(2), MULTIPLY, ADD, LOAD_16, set(ROW + r),
        get(BIAS), get(ROW + r), number(4), MULTIPLY, ADD, LOAD_LANE, set(SUM + r),
        get(WEIGHTS), get(ROW + r), get(WIDTH), MULTIPLY, ADD, set(ROW + r),
    ]),
    number(0), set(AT),
    LOOP, // 32 units at a time
    ...[0, 16].map((offset) => [
        get(UNITS), get(AT), ADD, LOAD_VECTOR, offset, set(UNIT),
        ...FOUR.map((r) =>
            [get(ROW + r), get(AT), ADD, LOAD_VECTOR, offset, get(UNIT), get(SUM + r), ADD_PRODUCTS, set(SUM + r)]),
    ]),
    get(AT), number(32), ADD, set(AT), get(AT), get(WIDTH), LESS, AGAIN_IF, END,
    // The four sums of each row added up.
    ...[0, 2].map((r) => [
        get(SUM + r), get(SUM + r + 1), pick(0, 4, 1, 5), get(SUM + r), get(SUM + r + 1), pick(2, 6, 3, 7),
        ADD_LANES, set(SUM + r),
    ]),
    get(OUT), get(FROM), number(4), MULTIPLY, ADD,
    get(SUM), get(SUM + 2), pick(0, 1, 4, 5), get(SUM), get(SUM + 2), pick(2, 3, 6, 7), ADD_LANES, STORE_VECTOR,
    get(FROM), number(4), ADD, set(FROM), AGAIN, END, END, END,
].flat(Infinity);

/** Bytes after their number, in two groups of seven bits. */
const sized = (/** @type {number[]} */ bytes) => [(bytes.length & 127) | 128, bytes.length >> 7, ...bytes];
const I32 = 0x7f, V128 = 0x7b;

const makeBytes = () => new Uint8Array([
    0, 0x61, 0x73, 0x6d, 1, 0, 0, 0,
    // Sections, each with its kind and its size: the function's type; the memory m.m, shared, of at most 16384 pages, as
    // many as wasm.js makes; the function, its name m and its code.
    1, 11, 1, 0x60, 7, I32, I32, I32, I32, I32, I32, I32, 0,
    2, 11, 1, 1, 0x6d, 1, 0x6d, 2, 3, 1, 128, 128, 1,
    3, 2, 1, 0,
    7, 5, 1, 1, 0x6d, 0, 0,
    10, ...sized([1, ...sized([2, NUMBERS, I32, VECTORS, V128, .../** @type {number[]} */ (body())])]),
]);

/** @typedef {(units: number, weights: number, bias: number, rows: number, count: number, width: number, out: number) => void} Dot */

/** @param {WebAssembly.Module} from @param {WebAssembly.Memory} memory */
const functionOf = (from, memory) => /** @type {Dot} */ (new WebAssembly.Instance(from, { m: { m: memory } }).exports.m);

/**
 * True if the sums are right. (V8 11.3, which knows the instruction if a flag says so, loses the sum so far in code
 * that it has compiled in a hurry.)
 *
 * @param {WebAssembly.Module} from
 */
function isRight(from) {
    const memory = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true });
    const small = new Int8Array(memory.buffer), numbers = new Int32Array(memory.buffer);
    // Four times row 0, since the rest of the memory is 0: 64 units, their weights, the sum to begin with.
    let sum = (numbers[32] = 1000);
    for (let i = 0; i < 64; i++) sum += (small[i] = 2 * i) * (small[64 + i] = 4 * i - 127);
    functionOf(from, memory)(0, 64, 128, 256, 4, 64, 512);
    return numbers.subarray(128, 132).every((found) => found === sum);
}

function compile() {
    const bytes = makeBytes(), compiled = WebAssembly.validate(bytes) && new WebAssembly.Module(bytes);
    return compiled && isRight(compiled) && compiled;
}

/** @type {WebAssembly.Module | false | undefined} */
let module;

/**
 * Lets an instance of the main module use the function, if this engine can.
 *
 * @param {{ __indirect_function_table: WebAssembly.Table, dotPlace: () => number }} exports
 * @param {WebAssembly.Memory} memory
 */
export function replaceDot(exports, memory) {
    module ??= compile();
    if (module) exports.__indirect_function_table.set(exports.dotPlace(), functionOf(module, memory));
}
