package main

import (
	"bufio"
	"fmt"
	"os"
	"strings"
)

// garbageEngine shakes hands and answers every search with noise.
func garbageEngine() {
	shakeHands(func() {
		for i := range 50 {
			fmt.Printf("\x02%d \xff\xfe lorem ipsum = \"\n", i)
		}
	})
}

// hangingEngine shakes hands and never answers a search.
func hangingEngine() { shakeHands(func() {}) }

func shakeHands(search func()) {
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 1<<20)
	for in.Scan() {
		switch word, _, _ := strings.Cut(in.Text(), " "); word {
		case "hub":
			fmt.Print("id name=Odd version=1 author=nobody country=nowhere\nwait\n")
		case "init":
			fmt.Println("ready")
		case "go":
			search()
		case "quit":
			return
		}
	}
}
