/*
 * schema_ratings.h - the tables of ratings, for the migrations of both databases.
 *
 * A row of `results` is written with the event that ends a rated game. The worker numbers results
 * in the order in which it rates them; until then `number` is NULL. `pair` is "FIRST:SECOND" where
 * two games with sides exchanged are one result, and `mate` the number of the other game.
 * Everything else follows from `results`: in each list the results up to `rated` are rated, the
 * last number given is `last`.
 */
#ifndef TABLIER_SERVER_SCHEMA_RATINGS_H
#define TABLIER_SERVER_SCHEMA_RATINGS_H

#define RATING_TABLES(TEXT)                                                                        \
    "CREATE TABLE results (game " TEXT " PRIMARY KEY, number bigint UNIQUE, list " TEXT            \
    "  NOT NULL, sides " TEXT " NOT NULL, advantage bigint NOT NULL, pair " TEXT " NOT NULL,"      \
    "  at bigint NOT NULL, annulled bigint NOT NULL DEFAULT 0, mate bigint);"                      \
    "CREATE INDEX results_waiting ON results(at, game) WHERE number IS NULL;"                      \
    "CREATE INDEX results_list ON results(list, number);"                                          \
    "CREATE INDEX results_pair ON results(list, pair, number) WHERE mate IS NULL AND pair <> '';"  \
    "CREATE TABLE ratings (list " TEXT " NOT NULL, member bigint NOT NULL,"                        \
    "  r double precision NOT NULL, rd double precision NOT NULL, vol double precision NOT NULL,"  \
    "  games bigint NOT NULL, at bigint NOT NULL, points bigint NOT NULL,"                         \
    "  PRIMARY KEY (list, member));"                                                               \
    "CREATE INDEX ratings_member ON ratings(member);"                                              \
    "CREATE INDEX ratings_order ON ratings(list, points, member);"                                 \
    "CREATE TABLE rating_log (list " TEXT " NOT NULL, member bigint NOT NULL,"                     \
    "  number bigint NOT NULL, game " TEXT " NOT NULL, r double precision NOT NULL,"               \
    "  rd double precision NOT NULL, vol double precision NOT NULL, games bigint NOT NULL,"        \
    "  at bigint NOT NULL, points bigint NOT NULL, change double precision NOT NULL,"              \
    "  PRIMARY KEY (list, member, number));"                                                       \
    "CREATE INDEX rating_log_number ON rating_log(list, number);"                                  \
    "CREATE INDEX rating_log_game ON rating_log(game);"                                            \
    "CREATE TABLE rating_lists (list " TEXT " PRIMARY KEY, last bigint NOT NULL,"                  \
    "  rated bigint NOT NULL);"                                                                    \
    "CREATE TABLE rating_worker (one integer PRIMARY KEY CHECK (one = 1), next bigint NOT NULL,"   \
    "  process bigint NOT NULL, until bigint NOT NULL);"                                           \
    "INSERT INTO rating_worker (one, next, process, until) VALUES (1, 1, 0, 0);"

#endif
