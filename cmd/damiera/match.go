package main

import (
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/damiera/damiera/bench"
	"github.com/damiera/damiera/endgame"
	"github.com/damiera/damiera/openings"
)

// matchFlags are the words of the command line.
type matchFlags struct {
	game               *gameFlag
	drawRule           string
	engines            []string
	each               string
	games, concurrency int
	tournament         string
	openings           string
	sprt, resign, draw string
	endgames           string
	maxMoves           int
	journal, pdn, json string
	html, event        string
	resume             bool
}

func newMatchCommand() *cobra.Command {
	f := &matchFlags{}
	cmd := &cobra.Command{
		Use:   "match",
		Short: "Play matches between engines",
		Long: `Plays a match between two or more engines and counts it from the first one's
side. Every opening is played twice with colours changed. The referee checks
every move, ends games by the rules of the game alone, and counts illegal moves,
crashes, hangs and lost time as losses with their reason.

An engine is described by words key=value:
  name=NAME            how it is called in the results
  cmd=PROGRAM          the program; arguments in it or as arg=WORD after it
  proto=PROTOCOL       hub, hub1 (version 1 of Hub, Scan 2.0), dxp, or self for
                       the engine in this program; self without cmd, else hub
  connect=HOST:PORT    an engine that listens, instead of cmd; with dxp both may be
                       given, and param.chat is text sent before each game
  dir=DIRECTORY        where the program starts
  param.NAME=VALUE     a parameter of the engine
  env.NAME=VALUE       a setting of its environment
  tc=MOVES/TIME+INC    a clock, seconds or minutes:seconds; 0/60+0.6 is a minute
                       for the game and 0.6 seconds more every move
  movetime=SECONDS     a fixed time per move (0.1 if nothing is said)
  depth=PLIES nodes=N  limits of every search
  timemargin=MS        how much later a move may come
  ponder               think on the opponent's time too (proto=hub)
  cpu-time             charge the engine's processor time, so that results hold
                       on a machine that does other work too

This program as cmd=damiera builds missing endgame databases in the background;
param.bb-auto=false turns that off. The engine inside (proto=self) uses none.

The games are kept in a journal, --journal or the name of the first output file
with .journal added. After an interruption of any kind the same command with
--resume goes on where it stopped; no game is lost or played twice. Where there is
no journal yet --resume is refused: it would begin the match anew. Without it an
old journal is kept as FILE.old, and the other output files are replaced.`,
		Example: `  damiera match --engine "name=new cmd=./damiera" --engine "name=old cmd=./damiera-1" \
      --each "proto=hub tc=0/10+0.1 param.threads=1" --games 1000 --concurrency 2 \
      --sprt "elo0=0 elo1=5 alpha=0.05 beta=0.05" --pdnout games.pdn --html report.html
  damiera match --variant russian --engine "name=A nodes=20000" \
      --engine "name=B nodes=20000 param.eval=material" --games 100
  damiera match --engine "name=Damiera tc=0/60+0.6" \
      --engine "name=Scan cmd='./scan hub' dir=scan proto=hub1 tc=0/60+0.6 param.book=false" --games 20`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, args []string) error { return runMatch(cmd, f) },
	}
	f.game = addGameFlag(cmd)
	flags := cmd.Flags()
	flags.StringVar(&f.drawRule, "draw-rule", "official", "rules that draw games: official, or site for 40 moves each without capture or promotion")
	flags.StringArrayVar(&f.engines, "engine", nil, "an engine (see above); give it twice or more")
	flags.StringVar(&f.each, "each", "", "words that go for every engine")
	flags.IntVar(&f.games, "games", 100, "games of the whole match")
	flags.IntVar(&f.concurrency, "concurrency", 1, "games played at a time")
	flags.StringVar(&f.tournament, "tournament", string(bench.Gauntlet), "gauntlet (the first engine against the others) or round-robin")
	flags.StringVar(&f.openings, "openings", "", "file of openings (PDN, or a FEN or moves a line), or \"file=FILE plies=8 order=random seed=1\"; built-in ballots if not given")
	flags.StringVar(&f.sprt, "sprt", "", `stop when a test is decided: "elo0=0 elo1=5 alpha=0.05 beta=0.05", model=logistic or normalized`)
	flags.StringVar(&f.resign, "resign", "", `end games that both engines see won: "movecount=5 score=4"`)
	flags.StringVar(&f.draw, "draw", "", `end games that both engines see drawn: "movenumber=40 movecount=10 score=0.1"`)
	flags.StringVar(&f.endgames, "tb", "", "end games that the endgame databases in this directory know")
	flags.IntVar(&f.maxMoves, "maxmoves", 500, "moves each after which a game is drawn, 0 for no limit")
	flags.StringVar(&f.pdn, "pdnout", "", "file that the games are written to")
	flags.StringVar(&f.json, "json", "", "file for the result, for programs to read")
	flags.StringVar(&f.html, "html", "", "file for a report with plots and boards")
	flags.StringVar(&f.journal, "journal", "", "file that the match can be resumed from")
	flags.BoolVar(&f.resume, "resume", false, "go on with the match of the journal")
	flags.StringVar(&f.event, "event", "Damiera match", "name of the match")
	return cmd
}

// options makes a match of the flags. All errors are the user's.
func (f *matchFlags) options() (o bench.MatchOptions, err error) {
	o = bench.MatchOptions{
		Variant: f.game.Variant,
		Games:   f.games, Concurrency: f.concurrency, Journal: f.journal, Resume: f.resume,
		Adjudication: bench.Adjudication{MaxMoves: f.maxMoves},
	}
	switch f.drawRule {
	case "official":
	case "site":
		o.SiteDraws = true
	default:
		return o, fmt.Errorf("--draw-rule %s: it is official or site", f.drawRule)
	}
	for _, text := range f.engines {
		e, err := bench.ParseEngine(f.each, text)
		if err != nil {
			return o, fmt.Errorf("--engine %q: %w", text, err)
		}
		o.Engines = append(o.Engines, e)
	}
	if o.Tournament, err = bench.ParseTournament(f.tournament); err != nil {
		return o, fmt.Errorf("--tournament: %w", err)
	}
	if f.sprt != "" {
		if o.SPRT, err = bench.ParseSPRT(f.sprt); err != nil {
			return o, fmt.Errorf("--sprt %q: %w", f.sprt, err)
		}
	}
	if f.resign != "" {
		if o.Adjudication.Resign, err = bench.ParseScoreRule(f.resign, false); err != nil {
			return o, fmt.Errorf("--resign %q: %w", f.resign, err)
		}
	}
	if f.draw != "" {
		if o.Adjudication.Draw, err = bench.ParseScoreRule(f.draw, true); err != nil {
			return o, fmt.Errorf("--draw %q: %w", f.draw, err)
		}
	}
	if f.maxMoves < 0 {
		return o, fmt.Errorf("--maxmoves %d: it must not be below 0", f.maxMoves)
	}
	for _, file := range []string{f.pdn, f.json, f.html} {
		if o.Journal == "" && file != "" {
			o.Journal = file + ".journal"
		}
	}
	return o, nil
}

// loadOpenings reads the user's openings or takes the built-in ones.
func (f *matchFlags) loadOpenings(o *bench.MatchOptions) (err error) {
	if f.openings == "" {
		o.OpeningsName = "built-in ballots"
		o.Openings, err = openings.Ballots(o.Variant)
		return err
	}
	o.OpeningsName = f.openings
	if o.Openings, err = bench.LoadOpenings(o.Variant, f.openings); err != nil {
		return fmt.Errorf("--openings %s: %w", f.openings, err)
	}
	return nil
}

func runMatch(cmd *cobra.Command, f *matchFlags) error {
	o, err := f.options()
	if err != nil {
		return asUsage(err)
	}
	if err := f.loadOpenings(&o); err != nil {
		return err
	}
	if err := o.Check(); err != nil {
		return asUsage(err)
	}
	if f.endgames != "" {
		d, err := endgame.Open(o.Variant, f.endgames, endgame.MaxPieces)
		if err == nil && d.Pieces() == 0 {
			err = fmt.Errorf("there is none of %s; 'damiera endgame build' makes some", o.Variant.Name)
		}
		if err != nil {
			return fmt.Errorf("--tb %s: %w", f.endgames, err)
		}
		defer d.Close()
		o.Adjudication.Endgame = d
	}
	if err := checkOutputs(outputFile{"json", f.json}, outputFile{"pdnout", f.pdn}, outputFile{"html", f.html},
		outputFile{"journal", o.Journal}); err != nil {
		return err
	}
	var watch *matchProgress
	out := &matchFiles{flags: f}
	o.Report = func(s *bench.MatchStatus) error {
		watch.show(s)
		return out.add(s.Last)
	}
	m, err := bench.NewMatch(o)
	if err != nil {
		return err
	}
	defer m.Close()
	watch = newMatchProgress(cmd, len(m.Records()))
	ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := out.begin(m); err != nil {
		return err
	}
	err = m.Run(ctx)
	watch.finish()
	if endError := out.end(); err == nil {
		err = endError
	}
	fmt.Fprint(cmd.OutOrStdout(), m.Text())
	if errors.Is(err, bench.ErrUndecided) && o.Journal != "" {
		return fmt.Errorf("%w; the same command with --resume goes on", err)
	}
	return err
}

// matchProgress shows how a match stands: a line that changes on a terminal,
// else a line now and then.
type matchProgress struct {
	cmd   *cobra.Command
	line  *progress
	shown time.Time
}

const matchLogPause = 10 * time.Second

func newMatchProgress(cmd *cobra.Command, begun int) *matchProgress {
	return &matchProgress{cmd: cmd, line: newProgress(cmd, "games", begun), shown: time.Now()}
}

func (p *matchProgress) show(s *bench.MatchStatus) {
	note := fmt.Sprintf("+%d -%d =%d, Elo %+.1f ± %.1f", s.Wins, s.Losses, s.Draws, s.Elo, s.EloError)
	if s.Test != nil {
		lower, upper := s.Test.Bounds()
		note += fmt.Sprintf(", LLR %.2f (%.2f %.2f)", s.LLR, lower, upper)
	}
	if p.line.out != nil {
		p.line.update(float64(s.Done), float64(s.Total), note)
		return
	}
	if time.Since(p.shown) < matchLogPause {
		return
	}
	p.shown = time.Now()
	p.cmd.PrintErrf("%d of %s: %s, %v left\n", s.Done, plural(s.Total, "game"), note, s.Left.Round(time.Second))
}

func (p *matchProgress) finish() { p.line.finish() }
