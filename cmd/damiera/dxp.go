package main

import (
	"context"
	"fmt"
	"io"
	"math"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/damiera/damiera/board"
	"github.com/damiera/damiera/protocol"
	"github.com/damiera/damiera/search"
)

// dxpFlags are the words of the command line.
type dxpFlags struct {
	game            *gameFlag
	listen, connect string
	stdio           bool
	initiator       bool
	games, moves    int
	minutes         float64
	color, position string
	chat            []string
	name            string
	engine          engineFlags
	depth           int
	moveTime        time.Duration
	resign, draw    float64
	stopAtLimit     bool
	asJSON          bool
	logs            *logFlags
}

// engineFlags are parameters of the engine.
type engineFlags struct {
	threads, hash int
	params        []string
}

func newDXPCommand() *cobra.Command {
	f := &dxpFlags{}
	cmd := &cobra.Command{
		Use:   "dxp",
		Short: "Play by the DamExchange protocol, over TCP or standard input and output",
		Long: `DXP is the protocol by which draughts programs play each other. One side listens
and the other connects; independently of that, one side, the initiator, asks for
games and the other, the follower, accepts them. Without flags the program
listens on 127.0.0.1:27531 and follows, until Ctrl-C.

DXP does not say which game is played: give both programs the same one. The time
is per player for the whole game. Games go on until the rules end them, also
after --moves moves, unless told otherwise by --stop-at-limit, --resign or --draw.
An initiator whose peer ends the session before --games games ends with code 1.

` + backgroundHelp + ` --param bb-auto=false turns that off.`,
		Example: `  damiera dxp --variant frisian
  damiera dxp --connect 127.0.0.1:27531 --initiator --games 10 --minutes 5 --moves 75
  damiera dxp --stdio --variant russian`,
		Args: noArgs,
	}
	f.game = addGameFlag(cmd)
	p := cmd.Flags()
	p.StringVar(&f.listen, "listen", fmt.Sprintf("127.0.0.1:%d", protocol.DXPPort), "wait for the peer at this address")
	p.StringVar(&f.connect, "connect", "", "connect to the peer at this address")
	p.BoolVar(&f.stdio, "stdio", false, "talk on standard input and output, without a log unless --log asks for one")
	p.BoolVar(&f.initiator, "initiator", false, "ask for games, and leave when they are played")
	p.IntVar(&f.games, "games", 1, "games to ask for, with colours changed after each")
	p.Float64Var(&f.minutes, "minutes", 5, "minutes a player for a game, to 999, such as 5, 2.5 or .05; 0 for no thinking at all")
	p.IntVar(&f.moves, "moves", 75, "moves a player that the time is for, 0 for the whole game")
	p.StringVar(&f.color, "color", "white", "our colour in the first game, white or black")
	p.StringVar(&f.position, "position", "", "start position of the games, as FEN")
	p.StringArrayVar(&f.chat, "chat", nil, "text to send before the first request; may be repeated")
	p.StringVar(&f.name, "name", "Damiera "+protocol.Version, "name to tell the peer")
	p.IntVar(&f.engine.threads, "threads", 1, "number of search threads")
	p.IntVar(&f.engine.hash, "hash", 64, "size of the transposition table in MiB")
	p.StringArrayVar(&f.engine.params, "param", nil, "a parameter of the engine as NAME=VALUE; may be repeated")
	p.IntVar(&f.depth, "depth", 0, "most plies to search")
	p.DurationVar(&f.moveTime, "move-time", 0, "most time for a move, such as 200ms")
	p.Float64Var(&f.resign, "resign", 0, "give a game up when this many men behind for three moves")
	p.Float64Var(&f.draw, "draw", 0, "call a game drawn after move 40 when within this many men for ten moves")
	p.BoolVar(&f.stopAtLimit, "stop-at-limit", false, "end a game without result when its moves are made")
	addJSONFlag(cmd, &f.asJSON)
	f.logs = addLogFlagsToStderr(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return f.run(cmd) }
	return cmd
}

func (f *dxpFlags) run(cmd *cobra.Command) error {
	o, err := f.options(cmd)
	if err != nil {
		return err
	}
	if !f.stdio {
		f.logs.toStderr(cmd)
	}
	log, closeLog, err := f.logs.open(cmd)
	if err != nil {
		return err
	}
	defer closeLog()
	o.Log = log
	ctx, release := signal.NotifyContext(cmd.Context(), syscall.SIGINT, syscall.SIGTERM)
	defer release()
	protocol.SpareProcessors()
	switch {
	case f.stdio:
		session := protocol.NewDXPSession(protocol.NewDXPConn(stdio{cmd.InOrStdin(), cmd.OutOrStdout()}), o)
		err := session.Run(ctx)
		return f.complete(ctx, session.Tally(), err)
	case f.connect != "":
		conn, err := protocol.DialDXP(ctx, f.connect)
		if err != nil {
			return err
		}
		session := protocol.NewDXPSession(conn, o)
		err = session.Run(ctx)
		return f.report(cmd, session.Tally(), f.complete(ctx, session.Tally(), err))
	}
	l, err := listen(cmd, "--listen", f.listen)
	if err != nil {
		return err
	}
	log.Info().Stringer("address", l.Addr()).Str("game", f.game.Name).Msg("waiting for a peer")
	tally, err := protocol.ListenDXP(ctx, l, o)
	return f.report(cmd, tally, f.complete(ctx, tally, err))
}

// complete returns an error when an initiator has not played all its games though
// nothing went wrong: a peer may end the session after any game (stop code 1 of
// GAMEEND), or leave.
func (f *dxpFlags) complete(ctx context.Context, t protocol.DXPTally, err error) error {
	if err == nil && f.initiator && t.Games() < f.games && ctx.Err() == nil {
		return fmt.Errorf("the peer ended the session after %d of %s", t.Games(), plural(f.games, "game"))
	}
	return err
}

// report prints the results of the games.
func (f *dxpFlags) report(cmd *cobra.Command, t protocol.DXPTally, err error) error {
	if f.asJSON {
		return errOr(err, printJSON(cmd, map[string]int{
			"games": t.Games(), "wins": t.Wins, "draws": t.Draws, "losses": t.Losses, "unknown": t.Unknown}))
	}
	if t.Games() > 0 {
		fmt.Fprintf(cmd.OutOrStdout(), "%s: %d won, %d drawn, %d lost, %d without result\n",
			plural(t.Games(), "game"), t.Wins, t.Draws, t.Losses, t.Unknown)
	}
	return err
}

// errOr returns the first error.
func errOr(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// options checks the flags.
func (f *dxpFlags) options(cmd *cobra.Command) (protocol.DXPOptions, error) {
	changed := cmd.Flags().Changed
	ways := 0
	for _, name := range []string{"listen", "connect", "stdio"} {
		if changed(name) {
			ways++
		}
	}
	if ways > 1 {
		return protocol.DXPOptions{}, usagef("--listen, --connect and --stdio exclude each other: give one of them")
	}
	for _, name := range []string{"games", "minutes", "moves", "color", "position", "chat"} {
		if changed(name) && !f.initiator {
			return protocol.DXPOptions{}, usagef("--%s is the initiator's to say: add --initiator, or leave it out to play what the peer asks for", name)
		}
	}
	if err := refuseZero(cmd, "depth", "move-time"); err != nil {
		return protocol.DXPOptions{}, err
	}
	switch {
	case f.games < 1:
		return protocol.DXPOptions{}, usagef("--games %d is not at least 1", f.games)
	case !dxpMinutes(f.minutes):
		return protocol.DXPOptions{}, usagef("--minutes %v cannot be sent by DXP: write 0, hundredths from 0.01, tenths from 1 or whole minutes from 10 to 999", f.minutes)
	case f.moves < 0 || f.moves > 999:
		return protocol.DXPOptions{}, usagef("--moves %d is not from 0 to 999", f.moves)
	case f.depth < 0 || f.depth > search.MaxDepth:
		return protocol.DXPOptions{}, usagef("--depth %d is not from 1 to %d", f.depth, search.MaxDepth)
	case f.moveTime < 0:
		return protocol.DXPOptions{}, usagef("--move-time %v is negative", f.moveTime)
	}
	const men = 100 // scores of won games stay below
	if err := checkRanges(bound{"resign", f.resign, 0, men}, bound{"draw", f.draw, 0, men}); err != nil {
		return protocol.DXPOptions{}, err
	}
	o := protocol.DXPOptions{
		Variant: f.game.Variant, Name: f.name, Initiator: f.initiator, Games: f.games, Minutes: f.minutes, Moves: f.moves,
		Chat: f.chat, Limits: search.Limits{Depth: f.depth, MoveTime: f.moveTime}, StopAtLimit: f.stopAtLimit,
		Resign: int(f.resign * 100), Draw: changed("draw"), DrawMargin: int(f.draw * 100),
	}
	switch strings.ToLower(f.color) {
	case "white", "w":
		o.Color = board.White
	case "black", "b", "z":
		o.Color = board.Black
	default:
		return o, usagef("--color %q is neither white nor black", f.color)
	}
	if f.position != "" {
		start, err := f.game.ParsePosition(f.position)
		if err != nil {
			return o, asUsage(err)
		}
		o.Start = &start
	}
	session, err := f.engine.session()
	o.Open = func() (*protocol.Session, func(), error) { return session, nil, nil }
	return o, err
}

// dxpMinutes tells whether DXP can say a time: its field has three characters, and
// a peer told of another time than ours would play by that.
func dxpMinutes(m float64) bool {
	unit := 1.0
	switch {
	case !(m >= 0 && m <= 999):
		return false
	case m < 1:
		unit = 100
	case m < 10:
		unit = 10
	}
	return math.Abs(m*unit-math.Round(m*unit)) < 1e-9 && !math.Signbit(m)
}

// session makes a local session with the parameters.
func (f *engineFlags) session() (*protocol.Session, error) {
	s := protocol.NewSession(localSession())
	if f.hash < 1 {
		return nil, usagef("--hash %d is not at least 1 MiB", f.hash)
	}
	params := append([]string{
		protocol.ParamThreads + "=" + strconv.Itoa(f.threads),
		protocol.ParamTableSize + "=" + strconv.Itoa(protocol.TableSize(int64(f.hash)<<20)),
	}, f.params...)
	for _, p := range params {
		name, value, ok := strings.Cut(p, "=")
		if !ok || !s.Params().Has(name) {
			return nil, usagef("--param %q is not NAME=VALUE with one of the parameters that the hub command declares", p)
		}
		if err := s.SetParam(name, value); err != nil {
			return nil, asUsage(err)
		}
	}
	return s, nil
}

// stdio is standard input and output as one stream.
type stdio struct {
	io.Reader
	io.Writer
}

// Close does nothing: the streams end with the program.
func (stdio) Close() error { return nil }
