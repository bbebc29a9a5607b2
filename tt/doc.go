// Package tt is the transposition table: a fixed amount of memory shared by
// all search threads without a lock.
//
// A [Table] holds buckets of four entries, one bucket a cache line. An [Entry]
// is one 64-bit word: score, static evaluation, depth, bound, age and the best
// move as its index in the position's move list. Beside it stands the key
// combined with the word by exclusive or, so that an entry torn by two threads
// writing at once does not match any key (R. M. Hyatt and T. Mann, "A lockless
// transposition table implementation for parallel search", ICGA Journal 2002).
package tt
