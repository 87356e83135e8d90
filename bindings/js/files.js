/*
 * files.js - addresses of the files that are loaded when they are first needed. In the package, the script
 * `pack` writes this file with every address spelled out, so that bundlers find them.
 */

/** @param {string} name @returns {URL} */
export const placeOf = (name) => new URL(`./${name}`, import.meta.url);
