/* list.c - rating lists: their names, and which games belong to them. */
#include "server/ratings/list.h"

#include <string.h>

#include "core/rating_facts.h"
#include "search/level.h"

/* Games that take a player less than this, by their clock, are fast. */
static const int64_t SLOW_FROM_MS = 600 * 1000;

static const char *const sides_names[SIDES_KINDS] = {"two", "many"};
static const char *const pace_names[PACES] = {"fast", "slow", "days"};

static const struct rating_facts unknown_game = {.half_plies = HALF_PLIES_DEFAULT};

static const struct rating_facts *facts_of(const struct tb_game *game)
{
    return game->ratings ? game->ratings : &unknown_game;
}

const char *pace_name(enum pace pace)
{
    return pace_names[pace];
}

void list_name(const struct list_key *list, char out[LIST_SIZE])
{
    struct text text = text_into(out, LIST_SIZE);

    text_add(&text, "%s-%s-%s", list->game->name, sides_names[list->sides], pace_names[list->pace]);
}

static int find_word(const char *const *words, int count, const char *word, size_t length)
{
    for (int i = 0; i < count; i++)
        if (strlen(words[i]) == length && memcmp(words[i], word, length) == 0)
            return i;
    return -1;
}

bool list_parse(const char *name, struct list_key *list)
{
    size_t game_length = strcspn(name, "-");
    const char *sides = name + game_length + (name[game_length] == '-');
    size_t sides_length = strcspn(sides, "-");
    const char *pace = sides + sides_length + (sides[sides_length] == '-');
    char game[GAME_NAME_SIZE] = "";
    int kind = find_word(sides_names, SIDES_KINDS, sides, sides_length);
    int speed = find_word(pace_names, PACES, pace, strlen(pace));

    if (game_length < sizeof game)
        memcpy(game, name, game_length);
    *list = (struct list_key){tb_game_find(game), kind, speed};
    return list->game && kind >= 0 && speed >= 0 && list_exists(list);
}

bool list_find(const struct terms *terms, struct list_key *list)
{
    const struct tb_game *game = terms->start.setup.game;
    const struct time_control *clock = &terms->clock;

    *list = (struct list_key){
        .game = game,
        .sides = tb_side_count(&terms->start) > 2 ? SIDES_MANY : SIDES_TWO,
        .pace = clock->kind == CLOCK_MOVE           ? PACE_DAYS
                : terms_speed(terms) < SLOW_FROM_MS ? PACE_FAST
                                                    : PACE_SLOW,
    };
    return clock->kind != CLOCK_NONE;
}

const char *list_unrated(const struct list_key *list)
{
    const struct rating_facts *facts = facts_of(list->game);

    if (list->sides == SIDES_TWO &&
        (facts->two == RATED_NEVER || (facts->two == RATED_PAIRS && list->pace == PACE_DAYS)))
        return facts->reason;
    return NULL;
}

bool list_pairs(const struct list_key *list)
{
    return list->sides == SIDES_TWO && facts_of(list->game)->two == RATED_PAIRS;
}

bool list_exists(const struct list_key *list)
{
    for (int players = 2; players <= TB_PLAYERS_MAX; players++) {
        struct tb_setup setup;
        struct tb_position start;

        if (tb_setup_init(&setup, list->game, players, NULL) == TB_OK &&
            tb_position_start(&start, &setup, NULL) == TB_OK &&
            (tb_side_count(&start) > 2) == (list->sides == SIDES_MANY))
            return true;
    }
    return false;
}

int list_advantage(const struct list_key *list, int players)
{
    return players == 2 && !list_pairs(list) ? facts_of(list->game)->advantage : 0;
}

int list_level_rating(const struct list_key *list, int level)
{
    struct tb_setup usual;

    return list->sides == SIDES_TWO && level >= 0 &&
                   tb_setup_init(&usual, list->game, 2, NULL) == TB_OK
               ? facts_of(list->game)->levels[level_clamp(&usual, level)]
               : 0;
}

bool list_is_standard(const struct terms *terms)
{
    const struct tb_setup *setup = &terms->start.setup;
    struct match_rules rules = match_rules_default();
    struct tb_setup usual;
    struct tb_position start;

    return tb_setup_init(&usual, setup->game, setup->players, NULL) == TB_OK &&
           tb_position_start(&start, &usual, NULL) == TB_OK && tb_equal(&start, &terms->start) &&
           terms->rules.swap == rules.swap && terms->rules.repetition == rules.repetition;
}

bool list_of(const struct terms *terms, char out[LIST_SIZE], struct refusal *refusal)
{
    struct list_key list;
    const char *reason;

    if (!list_find(terms, &list))
        return refuse(refusal, REFUSED_TERMS, "A rated game needs a clock.");
    if (!list_is_standard(terms))
        return refuse(refusal, REFUSED_TERMS,
                      "A rated game has the standard rules, options and start.");
    reason = list_unrated(&list);
    if (reason)
        return refuse(refusal, REFUSED_TERMS, "This game cannot be rated. {reason}",
                      arg_term("reason", reason));
    list_name(&list, out);
    return true;
}
