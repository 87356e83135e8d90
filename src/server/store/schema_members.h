/*
 * schema_members.h - the tables of members, for the migrations of both databases.
 *
 * The computer players' levels are members, whose ids are their levels; people begin at 1001. Of
 * names' keys and of secrets only SHA-256 is kept. A seat's member is 0 for a guest, -1 for
 * somebody whose account was deleted.
 */
#ifndef TABLIER_SERVER_SCHEMA_MEMBERS_H
#define TABLIER_SERVER_SCHEMA_MEMBERS_H

/* ID and NUMBER: a column that counts by itself, from 1001 and from 1. */
#define MEMBER_TABLES(ID, NUMBER, TEXT, BYTES)                                                     \
    "CREATE TABLE members (id " ID ", name " TEXT " NOT NULL, kind integer NOT NULL,"              \
    "  status integer NOT NULL DEFAULT 0, about " TEXT " NOT NULL DEFAULT '',"                     \
    "  shown integer NOT NULL DEFAULT 15, recovery " BYTES ", created bigint NOT NULL,"            \
    "  seen bigint NOT NULL, rewriting integer NOT NULL DEFAULT 0);"                               \
    "CREATE INDEX members_rewriting ON members(id) WHERE rewriting > 0;"                           \
    "CREATE TABLE name_keys (hash " BYTES " PRIMARY KEY, member bigint NOT NULL,"                  \
    "  until bigint NOT NULL);" /* 0: in use */                                                    \
    "CREATE INDEX name_keys_member ON name_keys(member);"                                          \
    "CREATE TABLE sessions (number " NUMBER ", hash " BYTES " NOT NULL UNIQUE, previous " BYTES    \
    ",  member bigint NOT NULL REFERENCES members(id), about " TEXT " NOT NULL,"                   \
    "  created bigint NOT NULL, issued bigint NOT NULL, seen bigint NOT NULL);"                    \
    "CREATE INDEX sessions_previous ON sessions(previous);"                                        \
    "CREATE INDEX sessions_member ON sessions(member);"                                            \
    "CREATE TABLE tokens (number " NUMBER ", hash " BYTES " NOT NULL UNIQUE,"                      \
    "  member bigint NOT NULL REFERENCES members(id), label " TEXT " NOT NULL,"                    \
    "  scopes integer NOT NULL, created bigint NOT NULL, seen bigint NOT NULL);"                   \
    "CREATE INDEX tokens_member ON tokens(member);"                                                \
    "CREATE TABLE passkeys (number " NUMBER ", id " BYTES " NOT NULL UNIQUE,"                      \
    "  member bigint NOT NULL REFERENCES members(id), algorithm integer NOT NULL,"                 \
    "  key " BYTES " NOT NULL, count bigint NOT NULL, label " TEXT " NOT NULL,"                    \
    "  created bigint NOT NULL, seen bigint NOT NULL);"                                            \
    "CREATE INDEX passkeys_member ON passkeys(member);"                                            \
    "CREATE TABLE ceremonies (hash " BYTES " PRIMARY KEY, kind integer NOT NULL,"                  \
    "  member bigint NOT NULL, expires bigint NOT NULL);"                                          \
    "CREATE INDEX ceremonies_expires ON ceremonies(expires);"                                      \
    "CREATE TABLE follows (member bigint NOT NULL, target bigint NOT NULL, since bigint NOT NULL," \
    "  PRIMARY KEY (member, target));"                                                             \
    "CREATE INDEX follows_target ON follows(target);"                                              \
    "CREATE TABLE blocks (member bigint NOT NULL, target bigint NOT NULL, since bigint NOT NULL,"  \
    "  PRIMARY KEY (member, target));"                                                             \
    "CREATE INDEX blocks_target ON blocks(target);"                                                \
    "CREATE TABLE barred (address " TEXT " PRIMARY KEY, since bigint NOT NULL);"                   \
    "CREATE TABLE acts (number " NUMBER ", at bigint NOT NULL, operator " TEXT " NOT NULL,"        \
    "  act " TEXT " NOT NULL, member bigint NOT NULL, game " TEXT " NOT NULL,"                     \
    "  detail " TEXT " NOT NULL, reason " TEXT " NOT NULL);"                                       \
    "ALTER TABLE seats ADD COLUMN member bigint NOT NULL DEFAULT 0;"                               \
    "CREATE INDEX seats_member ON seats(member, game) WHERE member > 0;"                           \
    "ALTER TABLE summaries ADD COLUMN turn integer NOT NULL DEFAULT 0;" COMPUTER_MEMBERS

/* One more part of profiles: openings, shown as the others are at first. */
#define OPENINGS_SHOWN "UPDATE members SET shown = shown | 16;"

/* With MORE_COMPUTER_MEMBERS, as many as LEVEL_MAX of core/advice.h. */
#define COMPUTER_MEMBERS                                                                           \
    "INSERT INTO members (id, name, kind, created, seen) VALUES"                                   \
    " (1, 'Tablier-1', 2, 0, 0), (2, 'Tablier-2', 2, 0, 0), (3, 'Tablier-3', 2, 0, 0),"            \
    " (4, 'Tablier-4', 2, 0, 0), (5, 'Tablier-5', 2, 0, 0), (6, 'Tablier-6', 2, 0, 0),"            \
    " (7, 'Tablier-7', 2, 0, 0), (8, 'Tablier-8', 2, 0, 0);"

#define MORE_COMPUTER_MEMBERS                                                                      \
    "INSERT INTO members (id, name, kind, created, seen) VALUES"                                   \
    " (9, 'Tablier-9', 2, 0, 0), (10, 'Tablier-10', 2, 0, 0), (11, 'Tablier-11', 2, 0, 0),"        \
    " (12, 'Tablier-12', 2, 0, 0);"

#endif
