/* index.js - ../index.js for node. */
import './platform.js';

export * from '../index.js';
