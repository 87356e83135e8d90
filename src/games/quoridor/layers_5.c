/* layers_5.c - layers_boards.h for boards with 3 or 5 rows. */
#include "games/quoridor/quoridor.h"

#define RACE_BOARD uint32_t
#define RACE_STRIDE 5
#define RACE_SQUARES 25
#define RACE_EXITS 1
#define RACE_LAYERS quoridor_layers_5
#define race_first bits_first
#define race_bit(square) (UINT32_C(1) << (square))
#include "games/quoridor/layers_boards.h"
