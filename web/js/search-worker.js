/* search-worker.js - a thread that thinks. Whoever cannot wait ends it. */
import { serve } from './wasm.js';

serve(self);
