// Package train makes the weights of the learned evaluation from games of the
// engine against itself.
//
// A [Generation] is one turn of the wheel, which [Run] turns unattended:
// [SelfPlay] plays games and a [Writer] keeps them as [Game] records, a
// [DataSet] takes the quiet positions out of the records, [Fit] learns weights
// from them, and [Gate] lets the new weights play the former ones. Everything
// but the time it takes is a function of the seed.
package train
