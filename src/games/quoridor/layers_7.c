/* layers_7.c - layers_boards.h for boards with 7 rows. */
#include "games/quoridor/quoridor.h"

#define RACE_BOARD uint64_t
#define RACE_STRIDE 7
#define RACE_SQUARES 49
#define RACE_EXITS 1
#define RACE_LAYERS quoridor_layers_7
#define race_first bits_first
#define race_bit(square) (UINT64_C(1) << (square))
#include "games/quoridor/layers_boards.h"
