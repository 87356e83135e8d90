/*
 * later.js - the parts of the app that are fetched when they are needed. app.js says how each is fetched: a module that
 * imported one of them itself would be part of a circle, since they contain all views.
 */

/**
 * @typedef {{ tables: typeof import('./tables.js'), learning: typeof import('./learning.js'),
 *     remote: typeof import('./remote.js'), rest: typeof import('./rest.js') }} Parts
 * @typedef {{ [Name in keyof Parts]: () => Promise<Parts[Name]> }} Loaders
 */

/** @type {Loaders} */
let loaders;

/** @param {Loaders} given */
export const setLoaders = (given) => {
    loaders = given;
};

/** Fails where nobody has said how, as in tests of single modules. @template {keyof Parts} Name @param {Name} name @returns {Promise<Parts[Name]>} */
export const part = async (name) => loaders[name]();
