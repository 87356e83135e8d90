/* board.js - `tablier/board` on a server, where there are no elements: pages that are also made there may import it. */
export class TablierBoard {}
