/* shared.js - the modules that the first view and others use. Every part of the app imports them all, so that the build puts them into one file and not into
 * one per combination of parts. */
import './awaited.js';
import './course.js';
import './member.js';
import './online.js';
import './parts/clock.js';
import './parts/deletable.js';
import './parts/facts.js';
import './parts/miniature.js';
import './state.js';
import './title.js';
import './turns.js';
