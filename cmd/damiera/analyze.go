package main

import (
	"context"
	"fmt"
	"math"
	"os/signal"
	"slices"
	"syscall"
	"time"

	"github.com/damiera/damiera/bench/study"
	"github.com/damiera/damiera/board"
	"github.com/damiera/damiera/endgame"
	"github.com/damiera/damiera/protocol"
	"github.com/damiera/damiera/search"
	"github.com/spf13/cobra"
)

// analysis is what the flags of analyze say.
type analysis struct {
	game    *gameFlag
	seconds time.Duration
	depth   int
	nodes   uint64
	lines   int
	threads int
	hash    int
	dir     string
	pieces  int
	asJSON  bool

	moves    string
	allMoves bool
	solve    bool
	file     pdnAnalysis
}

func newAnalyzeCommand() *cobra.Command {
	a := &analysis{}
	cmd := &cobra.Command{
		Use:     "analyze " + positionUse,
		Aliases: []string{"analyse"},
		Short:   "Find the best move of a position",
		Long: `Analyze shows a position, thinks about it and tells the best move, the line that
it expects and the score in men from the side to move. Without a limit it thinks
for five seconds; Ctrl-C ends it early. With --json each line of output is an
object; the last one has "best".

With --moves only those moves are looked at, with --all-moves each legal move gets
its score. With --solve the search leaves out nothing that might hide a sacrifice,
ends when a forced win or loss is proved and shows it to the end of the game.

With --pdn the moves of a played game, or of all games of a file, are held against
the best ones, --time or --depth for each (default 1s). A move that loses 0.3 men
or more is marked ?!, from 0.8 men ?, from 2 men ??; scores beyond 4 men count as
4. --pdnout writes the games with the marks, scores and better lines.`,
		Example: `  damiera analyze --variant russian --time 2s
  damiera analyze --depth 14 "W:W15,25,26,K27:BK14,17"
  damiera analyze --variant italian --multi-pv 3 --json
  damiera analyze --moves "32-28 31-27" --time 2s
  damiera analyze --all-moves --depth 12
  damiera analyze --solve "W:W26,27,32,38:B16,17"
  damiera analyze --pdn games.pdn --game 2 --depth 15 --pdnout marked.pdn`,
	}
	a.game = addGameFlag(cmd)
	f := cmd.Flags()
	f.DurationVar(&a.seconds, "time", 0, "time to think, such as 500ms, 10s or 2m (default 5s when nothing else limits the search)")
	f.IntVar(&a.depth, "depth", 0, "depth to search to, in plies")
	f.Uint64Var(&a.nodes, "nodes", 0, "number of positions to search")
	f.IntVar(&a.lines, "multi-pv", 1, "number of best lines to show")
	f.IntVar(&a.threads, "threads", 1, "number of search threads")
	f.IntVar(&a.hash, "hash", 64, "size of the transposition table in MiB")
	f.StringVar(&a.dir, "bb-dir", "", "directory of the endgame databases (default damiera/endgame in the user's cache directory)")
	f.IntVar(&a.pieces, "bb-size", endgame.MaxPieces, "most pieces to look up in the endgame database, 0 for none")
	f.StringVar(&a.moves, "moves", "", "look at these moves only, in any notation, with blanks or commas between them")
	f.BoolVar(&a.allMoves, "all-moves", false, "score every legal move")
	f.BoolVar(&a.solve, "solve", false, "search for a forced win, without shortcuts that might miss a sacrifice")
	a.file.addFlags(f)
	addJSONFlag(cmd, &a.asJSON)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := refuseZero(cmd, "time", "depth", "nodes"); err != nil {
			return err
		}
		if err := a.check(); err != nil {
			return err
		}
		if err := a.checkModes(cmd, args); err != nil {
			return err
		}
		if a.file.name != "" {
			if err := checkOutputs(outputFile{"pdnout", a.file.out}); err != nil {
				return err
			}
			return a.reviewFile(cmd)
		}
		p, err := a.game.positionArgument(args)
		if err != nil {
			return err
		}
		return a.run(cmd, p)
	}
	return cmd
}

func (a *analysis) check() error {
	const mostLines, mostHash = 100, 1 << 20
	switch {
	case a.seconds < 0:
		return usagef("--time %v is negative", a.seconds)
	case a.depth < 0 || a.depth > search.MaxDepth:
		return usagef("--depth %d is not from 1 to %d", a.depth, search.MaxDepth)
	case a.lines < 1 || a.lines > mostLines:
		return usagef("--multi-pv %d is not from 1 to %d", a.lines, mostLines)
	case a.threads < 1 || a.threads > search.MaxThreads:
		return usagef("--threads %d is not from 1 to %d", a.threads, search.MaxThreads)
	case a.pieces < 0 || a.pieces > endgame.MaxPieces:
		return usagef("--bb-size %d is not from 0 to %d", a.pieces, endgame.MaxPieces)
	case a.hash < 1 || a.hash > mostHash || int64(a.hash)<<20 > protocol.MemoryLimit():
		return usagef("--hash %d is not from 1 to %d MiB, half of this machine's memory", a.hash, min(mostHash, protocol.MemoryLimit()>>20))
	}
	return nil
}

func (a *analysis) run(cmd *cobra.Command, p board.Position) error {
	v := a.game.Variant
	game := board.NewGame(v, p)
	moves, err := rootMoves(v, &p, a.moves)
	if err != nil {
		return err
	}
	out := cmd.OutOrStdout()
	if !a.asJSON {
		fmt.Fprintf(out, "%s\n%s, %s to move\n%s\n\n", v.Diagram(&p), v.Title, p.Side, v.FEN(&p))
	}
	limits := a.limits(5 * time.Second)
	limits.Moves, limits.MultiPV = moves, a.lines
	if a.allMoves {
		limits.MultiPV = len(game.LegalMoves())
		if len(moves) > 0 {
			limits.MultiPV = len(moves)
		}
	}
	engine := a.engine(cmd, v)
	ctx, release := signal.NotifyContext(cmd.Context(), syscall.SIGINT, syscall.SIGTERM)
	defer release()

	if !a.asJSON {
		fmt.Fprintln(out, "depth   score     nodes  nodes/s     time  line")
	}
	scores := map[board.Move]search.Info{}
	told := map[int]search.Info{} // what was printed last, by rank
	report := func(i search.Info) {
		if len(i.PV) == 0 {
			return
		}
		scores[i.PV[0]] = i
		if a.asJSON {
			_ = printJSON(cmd, a.infoJSON(&i))
			return
		}
		if a.allMoves && i.MultiPV > 1 {
			return // the list at the end has them
		}
		if before, ok := told[i.MultiPV]; ok && before.Depth == i.Depth && before.Score == i.Score && slices.Equal(before.PV, i.PV) {
			return // no news
		}
		told[i.MultiPV] = i
		rank := ""
		if a.lines > 1 {
			rank = fmt.Sprintf("(%d) ", i.MultiPV)
		}
		fmt.Fprintf(out, "%5d  %6s  %8s %8s %7.2fs  %s%s\n", i.Depth, study.ScoreText(i.Score), count(float64(i.Nodes)),
			count(float64(i.Nodes)/max(i.Time.Seconds(), 1e-9)), i.Time.Seconds(), rank, v.LineText(p, i.PV))
	}
	if a.solve {
		s := study.Solve(ctx, engine, game, limits, report)
		return a.tellSolution(cmd, game, &s)
	}
	stop := context.AfterFunc(ctx, engine.Stop)
	result := engine.Search(game, limits, report)
	stop()
	var all []search.Info
	if a.allMoves {
		all = ranked(scores, &result)
	}
	if a.asJSON {
		j := a.resultJSON(game, &result)
		j.Moves = a.movesJSON(all)
		return printJSON(cmd, j)
	}
	a.tellMoves(cmd, &p, all)
	a.conclude(cmd, game, &result)
	return nil
}

// limits are those of the flags, or a time if there are none.
func (a *analysis) limits(otherwise time.Duration) search.Limits {
	l := search.Limits{Depth: a.depth, Nodes: a.nodes, MoveTime: a.seconds, Analyze: true}
	if a.depth == 0 && a.nodes == 0 && a.seconds == 0 {
		l.MoveTime = otherwise
	}
	return l
}

func (a *analysis) engine(cmd *cobra.Command, v *board.Variant) *search.Engine {
	o := search.Options{Threads: a.threads, HashBytes: int64(a.hash) << 20, Endgame: a.endgames(cmd, v)}
	if a.solve {
		o.Off = search.Unsound
	}
	return search.New(v, o)
}

// endgames opens the database, nil if there is none. What is wrong with it is told
// and does not end the analysis.
func (a *analysis) endgames(cmd *cobra.Command, v *board.Variant) *endgame.Database {
	dir := a.dir
	if dir == "" {
		var err error
		if dir, err = endgame.DefaultDir(); err != nil {
			return nil
		}
	}
	if a.pieces < 2 {
		return nil
	}
	d, err := endgame.Open(v, dir, a.pieces)
	if err != nil {
		cmd.PrintErrf("damiera: %v\n", err)
	}
	return d
}

// conclude tells the result in words.
func (a *analysis) conclude(cmd *cobra.Command, game *board.Game, r *search.Result) {
	out := cmd.OutOrStdout()
	if !r.HasMove {
		_, reason := game.Outcome()
		fmt.Fprintf(out, "\nThe game is over, %s.\n", reason)
		return
	}
	p := game.Position()
	if r.Known {
		fmt.Fprintf(out, "\ndatabase   %s", valueText(r.Value, r.Distance))
	}
	fmt.Fprintf(out, "\nbest move  %s\nscore      %s\nline       %s\n", a.game.MoveText(p, &r.Move), scoreInWords(r.Score), a.game.Variant.LineText(*p, r.PV))
}

// infoJSON is one line of --json.
type infoJSON struct {
	Depth     int      `json:"depth"`
	MeanDepth float64  `json:"mean_depth"`
	Score     float64  `json:"score"` // men, from the side to move; as in Hub
	Nodes     uint64   `json:"nodes"`
	Seconds   float64  `json:"seconds"`
	NPS       float64  `json:"nps"` // nodes a second
	MultiPV   int      `json:"multi_pv,omitempty"`
	WDL       string   `json:"wdl,omitempty"`     // win, draw or loss, if the endgame database knows
	DTM       *int     `json:"dtm,omitempty"`     // plies to the end of the game, if it is won or lost
	WinIn     *int     `json:"win_in,omitempty"`  // plies to a forced win, when the score is one
	LossIn    *int     `json:"loss_in,omitempty"` // plies to a forced loss
	PV        []string `json:"pv"`                // Hub's form
}

func (a *analysis) infoJSON(i *search.Info) infoJSON {
	j := infoJSON{
		Depth: i.Depth, MeanDepth: math.Round(i.MeanDepth*100) / 100, Score: float64(i.Score) / 100,
		Nodes: i.Nodes, Seconds: i.Time.Seconds(), PV: hubMoves(a.game.Variant, i.PV),
	}
	if s := i.Time.Seconds(); s > 0 {
		j.NPS = math.Round(float64(i.Nodes) / s)
	}
	if i.Known {
		j.WDL, j.DTM = i.Value.String(), distanceJSON(i.Value, i.Distance)
	}
	j.WinIn, j.LossIn = forcedEnd(i.Score)
	if a.lines > 1 || a.allMoves {
		j.MultiPV = i.MultiPV
	}
	return j
}

// resultJSON is the last line of --json.
type resultJSON struct {
	Variant string `json:"variant"`
	FEN     string `json:"fen"`
	Best    string `json:"best"` // Hub's form, "" when the game is over
	Ponder  string `json:"ponder,omitempty"`
	Outcome string `json:"outcome,omitempty"` // when the game is over
	infoJSON
	Moves    []moveJSON `json:"moves,omitempty"`    // with --all-moves, the best first
	Solved   *bool      `json:"solved,omitempty"`   // with --solve: the score is proved
	Solution []string   `json:"solution,omitempty"` // to the end of the game, if that was reached
}

func (a *analysis) resultJSON(game *board.Game, r *search.Result) resultJSON {
	v := a.game.Variant
	j := resultJSON{Variant: v.Name, FEN: v.FEN(game.Position()), infoJSON: a.infoJSON(&r.Info)}
	j.MultiPV = 0
	if r.HasMove {
		j.Best = v.HubMove(&r.Move)
	} else {
		outcome, _ := game.Outcome()
		j.Outcome = outcome.String()
	}
	if r.HasPonder {
		j.Ponder = v.HubMove(&r.Ponder)
	}
	return j
}

// scoreInWords writes a score in men and, if it is a forced end, what it means.
func scoreInWords(score int) string {
	number := fmt.Sprintf("%+.2f", float64(score)/100)
	if win, loss := forcedEnd(score); win != nil {
		return number + ", win in " + plural(*win, "ply")
	} else if loss != nil {
		return number + ", loss in " + plural(*loss, "ply")
	}
	if max(score, -score) >= search.DatabaseScore {
		return number + " (decided, known from the endgame database)"
	}
	return number + " men"
}
