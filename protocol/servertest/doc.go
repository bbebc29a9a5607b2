// Package servertest helps the tests of the server and of the program around it:
// a [Client] speaks Hub over TCP, [SendGarbage] sends noise, and a [Crowd] tells
// how many of each kind come at once.
package servertest
