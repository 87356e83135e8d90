/*
 * schema_pairing.h - the tables of pairing, for the migrations of both databases.
 *
 * A seek's player is a member's id, or a negative random number for a guest. `game` is empty until
 * the seek is paired; then its server sends the game to the player and deletes the row. `seen` is
 * the last sign of the server (`process`) that holds the player's connection.
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

/*
 * A challenge to anybody has the target 0. `remaining` is the number of games that it can still
 * start: 0 ends it, and the row stays until it expires, for the limits of its challenger. `last` is
 * the last game that it has started. `level` is that of the computer players to which the
 * challenger agrees, 0 for none.
 * Who sits at a table of three or four beside the challenger is in `sitters`. A seek's `meets` is
 * the token of the seek whose table its player has chosen, 0 for none.
 *
 * `devices` has the members who have signed in with a browser, by the hash of its cookie.
 */
#define CHALLENGE_TABLES(TEXT, BYTES)                                                              \
    "DROP TABLE challenges;"                                                                       \
    "CREATE TABLE challenges (id " TEXT " PRIMARY KEY, challenger bigint NOT NULL,"                \
    "  target bigint NOT NULL, terms " TEXT " NOT NULL, list " TEXT " NOT NULL,"                   \
    "  rated integer NOT NULL, players integer NOT NULL, seat integer NOT NULL,"                   \
    "  below integer NOT NULL, above integer NOT NULL, level integer NOT NULL,"                    \
    "  remaining integer NOT NULL, last " TEXT " NOT NULL, created bigint NOT NULL,"               \
    "  expires bigint NOT NULL);"                                                                  \
    "CREATE INDEX challenges_challenger ON challenges(challenger, created);"                       \
    "CREATE INDEX challenges_target ON challenges(target, created);"                               \
    "CREATE INDEX challenges_expires ON challenges(expires);"                                      \
    "CREATE TABLE sitters (challenge " TEXT " NOT NULL, member bigint NOT NULL,"                   \
    "  level integer NOT NULL, since bigint NOT NULL, PRIMARY KEY (challenge, member));"           \
    "CREATE INDEX sitters_member ON sitters(member);"                                              \
    "ALTER TABLE seeks ADD COLUMN meets bigint NOT NULL DEFAULT 0;"                                \
    "CREATE TABLE devices (hash " BYTES " NOT NULL, member bigint NOT NULL, seen bigint NOT NULL," \
    "  PRIMARY KEY (hash, member));"                                                               \
    "CREATE INDEX devices_member ON devices(member);"

#endif
