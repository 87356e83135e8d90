/* direct.js - ../direct.js for node. */
import './platform.js';

export * from '../direct.js';
