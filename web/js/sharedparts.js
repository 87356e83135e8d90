/* sharedparts.js - the same for the modules that two of rest.js, learning.js and remote.js use. */
import './boards/board.js';
import './shared.js';
import './notes.js';
import './parts/attention.js';
import './parts/choice.js';
import './parts/copy.js';
import './parts/phrases.js';
import './parts/plot.js';
import './parts/practice.js';
import './parts/stage.js';
import './parts/terms.js';
import './puzzles.js';
import './quick.js';
import './views/share.js';
