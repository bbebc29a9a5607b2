// Package endgame computes perfect endgame databases and looks positions up in them.
package endgame
