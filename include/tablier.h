/*
 * tablier.h - the public interface of the Tablier library, all parts of it.
 *
 * Tablier knows four games (Dorix, Tic Tac Doh, Quoridor, Orbital) completely: legal moves,
 * results, notation, drawings, and why a move is not allowed. It also plays, solves, reviews and
 * teaches them.
 *
 * A program can include this header or only the parts that it uses. Each part includes what it
 * needs, and begins with what most programs need. docs/API.md has a program for each.
 */
#ifndef TABLIER_H
#define TABLIER_H

#include <tablier/base.h>     /* versions, errors, languages, structs that may grow */
#include <tablier/rules.h>    /* games, setups, positions, moves */
#include <tablier/records.h>  /* matches, records and their annotations */
#include <tablier/drawing.h>  /* positions as text, as pictures and as data */
#include <tablier/search.h>   /* engines and analyses */
#include <tablier/learning.h> /* reviews and puzzles */
#include <tablier/solving.h>  /* solvers and proofs */
#include <tablier/batches.h>  /* machine learning: actions, observations, batches of games */

#endif
