/* layers_9.c - layers_boards.h for boards with 9 rows. */
#include "games/quoridor/quoridor.h"

#define RACE_BOARD quoridor_board
#define RACE_STRIDE 9
#define RACE_SQUARES 81
#define RACE_EXITS 1
#define RACE_LAYERS quoridor_layers_9
#define race_first quoridor_board_first
#define race_bit quoridor_bit
#include "games/quoridor/layers_boards.h"
