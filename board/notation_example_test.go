package board_test

import (
	"fmt"

	"github.com/damiera/damiera/board"
)

func ExampleLookup() {
	for _, name := range []string{"shashki", "American checkers", "22", "rusian"} {
		v, err := board.Lookup(name)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(v.Title)
	}
	// Output:
	// Russian draughts (shashki)
	// English draughts (American checkers)
	// Italian draughts
	// unknown game "rusian": did you mean russian?
}

func ExampleVariant_ParseFEN() {
	v, _ := board.Lookup("russian")
	p, err := v.ParseFEN("W:WKa1,c3:B1,26") // numbers are board numbers
	fmt.Println(v.FEN(&p), err)
	_, err = v.ParseFEN("W:Wa1,b3:Bh8")
	fmt.Println(err)
	// Output:
	// W:Wc3,Ka1:Bb8,d2 <nil>
	// bad FEN: "b3" is a light square: pieces stand on dark ones
}

func ExampleVariant_ParseMove() {
	v, _ := board.Lookup("international")
	p, _ := v.ParseFEN("W:WK4:B13,32,37,20")
	for _, text := range []string{"4x31x42x15", "4x15x20x13x32", "4x15"} {
		m, err := v.ParseMove(&p, text)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(v.MoveText(&p, &m), "is", v.HubMove(&m), "in Hub")
	}
	// Output:
	// 4x31x42x15 is 4x15x13x20x37 in Hub
	// 4x27x38x15 is 4x15x13x20x32 in Hub
	// ambiguous move "4x15": it may be 4x27x38x15 or 4x31x42x15
}

func ExampleVariant_Diagram() {
	v, _ := board.Lookup("italian")
	p, _ := v.ParseFEN("W:W25,K14:B10,K6")
	fmt.Print(v.Diagram(&p))
	// Output:
	//    ┌─────────────────────────────────┐
	//    │  1·      2·      3·      4·     │
	//    │      5·      6⛃      7·      8· │
	//    │  9·     10⛂     11·     12·     │
	//    │     13·     14⛁     15·     16· │
	//    │ 17·     18·     19·     20·     │
	//    │     21·     22·     23·     24· │
	//    │ 25⛀     26·     27·     28·     │
	//    │     29·     30·     31·     32· │
	//    └─────────────────────────────────┘
	//    white to move; ⛀ ⛁ man and king of white, ⛂ ⛃ of black
}
