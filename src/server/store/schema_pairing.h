/*
 * schema_pairing.h - the tables of pairing, for the migrations of both databases.
 *
 * A seek's player is a member's id, or a negative random number for a guest. `game` is empty until the
 * seek is paired; then its server sends the game to the player and deletes the row. `seen` is the
 * last sign of the server (`process`) that holds the player's connection.
 */
#ifndef TABLIER_SERVER_SCHEMA_PAIRING_H
#define TABLIER_SERVER_SCHEMA_PAIRING_H

#define PAIRING_TABLES(TEXT, BYTES)                                                                \
    "CREATE TABLE seeks (player bigint PRIMARY KEY, token bigint NOT NULL UNIQUE,"                 \
    "  process bigint NOT NULL, terms " TEXT " NOT NULL, list " TEXT " NOT NULL,"                  \
    "  rated integer NOT NULL, players integer NOT NULL, rating integer NOT NULL,"                 \
    "  below integer NOT NULL, above integer NOT NULL, level integer NOT NULL,"                    \
    "  begun integer NOT NULL, opponent bigint NOT NULL, since bigint NOT NULL,"                   \
    "  seen bigint NOT NULL, name " TEXT " NOT NULL, hash " BYTES " NOT NULL,"                     \
    "  game " TEXT " NOT NULL, seat integer NOT NULL);"                                            \
    "CREATE INDEX seeks_process ON seeks(process);"                                                \
    "CREATE TABLE balances (member bigint NOT NULL, list " TEXT " NOT NULL,"                       \
    "  begun integer NOT NULL, opponent bigint NOT NULL, PRIMARY KEY (member, list));"             \
    "CREATE TABLE conduct (member bigint NOT NULL, game " TEXT " NOT NULL, at bigint NOT NULL,"    \
    "  tenths integer NOT NULL, kind " TEXT " NOT NULL, PRIMARY KEY (member, game));"              \
    "CREATE INDEX conduct_at ON conduct(member, at);"                                              \
    "CREATE TABLE challenges (id " TEXT " PRIMARY KEY, maker bigint NOT NULL,"                     \
    "  target bigint NOT NULL, terms " TEXT " NOT NULL, list " TEXT " NOT NULL,"                   \
    "  rated integer NOT NULL, players integer NOT NULL, remaining integer NOT NULL,"              \
    "  created bigint NOT NULL, expires bigint NOT NULL);"                                         \
    "CREATE INDEX challenges_maker ON challenges(maker);"                                          \
    "CREATE INDEX challenges_target ON challenges(target);"                                        \
    "CREATE INDEX challenges_expires ON challenges(expires);"

#endif
