package board

import (
	"go/ast"
	"go/parser"
	"go/token"
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestSetIsInlined asks the compiler whether it still inlines every function of
// set.go in both widths: the generator's speed rests on it.
func TestSetIsInlined(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the package")
	}
	file, err := parser.ParseFile(token.NewFileSet(), "set.go", nil, 0)
	require.NoError(t, err)
	command := exec.Command("go", "build", "-gcflags=-m=2", ".")
	out, err := command.CombinedOutput()
	require.NoError(t, err, "%s", out)
	report := string(out)
	functions := 0
	for _, decl := range file.Decls {
		f, ok := decl.(*ast.FuncDecl)
		if !ok {
			continue
		}
		functions++
		for _, width := range []string{"[go.shape.[0]uint64]", "[go.shape.[1]uint64]"} {
			name := f.Name.Name + width
			if f.Recv != nil {
				name = "set" + width + "." + f.Name.Name
			}
			require.Contains(t, report, "can inline "+name+" with", "%s is no longer inlined%s", name, reason(report, name))
		}
	}
	require.NotZero(t, functions)
}

// reason finds what the compiler said about a function that it does not inline.
func reason(report, name string) string {
	for line := range strings.Lines(report) {
		if strings.Contains(line, "cannot inline "+name) {
			return ": " + line
		}
	}
	return " or not used"
}

// TestSet holds the operations on sets of both widths against Bits and against
// sets of squares.
func TestSet(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 2000 {
		a, b := sparse(r), sparse(r)
		checkSet[[1]uint64](t, a, b, 128)
		checkSet[[0]uint64](t, Bits{Lo: a.Lo}, Bits{Lo: b.Lo}, 64)
	}
}

func sparse(r *rand.Rand) Bits {
	return Bits{r.Uint64() & r.Uint64() & r.Uint64(), r.Uint64() & r.Uint64() & r.Uint64()}
}

func checkSet[W width](t *testing.T, x, y Bits, size int) {
	a, b := load[W](x), load[W](y)
	require.Equal(t, x, a.bits())
	require.Equal(t, x.Or(y), a.or(b).bits())
	require.Equal(t, x.And(y), a.and(b).bits())
	require.Equal(t, x.AndNot(y), a.andNot(b).bits())
	require.Equal(t, x.Empty(), a.empty())
	require.Equal(t, x.Count(), a.count())
	require.True(t, load[W](Bits{}).empty())
	var stored Bits
	a.store(&stored)
	require.Equal(t, x, stored)
	if !a.empty() {
		require.Equal(t, x.First(), a.first())
		require.Equal(t, x.Last(), a.last())
		require.Equal(t, x.Without(x.First()), a.dropFirst().bits())
	}
	var members Bits
	for s := range Square(size) {
		require.Equal(t, x.Has(s), a.has(s))
		require.Equal(t, Bit(s), bitOf[W](s).bits())
		if a.has(s) {
			members = members.With(s)
		}
	}
	require.Equal(t, x, members)
	for n := uint(1); n < 16; n++ {
		var left, right Bits
		for b := x; !b.Empty(); {
			s := b.Pop()
			if int(s)+int(n) < size {
				left = left.With(s + Square(n))
			}
			if uint(s) >= n {
				right = right.With(s - Square(n))
			}
		}
		require.Equal(t, left, a.shl(n).bits())
		require.Equal(t, right, a.shr(n).bits())
		var up, down Bits
		for b := x; !b.Empty(); {
			s := b.Pop()
			up = up.With(Square((int(s) + int(n)) % size))
			down = down.With(Square((int(s) + size - int(n)) % size))
		}
		require.Equal(t, up, a.rotate(int(n)).bits())
		require.Equal(t, down, a.rotate(-int(n)).bits())
	}
}
