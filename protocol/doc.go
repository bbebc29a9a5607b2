// Package protocol lets other programs drive the engine.
//
// Session owns a game and the engine's parameters and answers commands;
// ServeHub gives it the Hub protocol on any pair of streams. HubLine is one
// line of that protocol, for the engine's side and the client's alike, and
// LineReader reads lines of bounded length from a peer that is not trusted.
//
// DXPConn carries the messages of DamExchange (DXPMessage), DXPSession plays
// by it as initiator or follower, ListenDXP with those who connect. Server
// serves many clients of both protocols from one budget of memory and threads.
package protocol

// Version is the version of the program, as it tells its peers.
const Version = "0.1"
