/* worker.js - a thread that answers questions. Whoever cannot wait ends it. */
import { serve } from './wasm.js';

serve(self);
