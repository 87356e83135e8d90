/* rules-worker.js - the thread that knows the rules: quick questions only. */
import { serve } from './wasm.js';

serve(self);
