package endgame
