package protocol

import "strings"

// HubLine is one line of the Hub protocol: a command and its arguments.
type HubLine struct {
	Command   string
	Arguments []HubArgument
}

// HubArgument is "name=value" or, without the value, a flag.
type HubArgument struct {
	Name, Value string
	IsFlag      bool
}

// maxHubArguments bounds what one line may ask for; no command has as many.
const maxHubArguments = 256

// NewHubLine makes a line from a command and pairs of names and values.
func NewHubLine(command string, pairs ...string) *HubLine {
	l := &HubLine{Command: command}
	for i := 0; i+1 < len(pairs); i += 2 {
		l.Add(pairs[i], pairs[i+1])
	}
	return l
}

// ParseHubLine reads a line. It takes any text: what makes no sense becomes a
// command or an argument that nobody knows, to be ignored as the protocol
// says. A quote that is not closed runs to the end of the line. Blanks may
// stand around "=".
func ParseHubLine(text string) *HubLine {
	s := hubScanner{text}
	l := &HubLine{Command: s.name()}
	for s.skipBlanks(); s.rest != "" && len(l.Arguments) < maxHubArguments; s.skipBlanks() {
		a := HubArgument{Name: s.name(), IsFlag: true}
		s.skipBlanks()
		if strings.HasPrefix(s.rest, "=") {
			s.rest = s.rest[1:]
			a.IsFlag = false
			a.Value = s.value()
		} else if a.Name == "" { // a stray quote
			s.value()
			continue
		}
		l.Arguments = append(l.Arguments, a)
	}
	return l
}

// Add appends an argument with a value.
func (l *HubLine) Add(name, value string) {
	l.Arguments = append(l.Arguments, HubArgument{Name: name, Value: value})
}

// Get returns the value of the last argument with a name, "" for a flag, and
// whether there is one.
func (l *HubLine) Get(name string) (value string, ok bool) {
	for i := len(l.Arguments) - 1; i >= 0; i-- {
		if l.Arguments[i].Name == name {
			return l.Arguments[i].Value, true
		}
	}
	return "", false
}

// Has reports whether there is an argument or flag with a name.
func (l *HubLine) Has(name string) bool {
	_, ok := l.Get(name)
	return ok
}

// String writes the line as it goes over the wire: ASCII, values quoted when
// they are empty or hold a blank or "=". A value cannot hold a double quote,
// so it becomes a single one.
func (l *HubLine) String() string {
	var b strings.Builder
	b.WriteString(l.Command)
	for _, a := range l.Arguments {
		b.WriteByte(' ')
		b.WriteString(a.Name)
		if !a.IsFlag {
			b.WriteByte('=')
			writeHubValue(&b, a.Value)
		}
	}
	return b.String()
}

func writeHubValue(b *strings.Builder, value string) {
	value = plainText(value)
	if value == "" || strings.ContainsAny(value, " =") {
		b.WriteByte('"')
		b.WriteString(value)
		b.WriteByte('"')
		return
	}
	b.WriteString(value)
}

// plainText makes any text fit to be a value: printable ASCII in one line.
func plainText(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '"':
			return '\''
		case r < ' ':
			return ' '
		case r > '~':
			return '?'
		}
		return r
	}, text)
}

// hubScanner cuts a line into names and values.
type hubScanner struct{ rest string }

func isHubBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f' }

func (s *hubScanner) skipBlanks() {
	for s.rest != "" && isHubBlank(s.rest[0]) {
		s.rest = s.rest[1:]
	}
}

// name takes the text up to the next blank, "=" or quote.
func (s *hubScanner) name() string {
	s.skipBlanks()
	n := 0
	for n < len(s.rest) && !isHubBlank(s.rest[n]) && s.rest[n] != '=' && s.rest[n] != '"' {
		n++
	}
	name := s.rest[:n]
	s.rest = s.rest[n:]
	return name
}

// value takes a quoted text or the text up to the next blank.
func (s *hubScanner) value() string {
	s.skipBlanks()
	if strings.HasPrefix(s.rest, `"`) {
		value, rest, _ := strings.Cut(s.rest[1:], `"`)
		s.rest = rest
		return value
	}
	n := 0
	for n < len(s.rest) && !isHubBlank(s.rest[n]) {
		n++
	}
	value := s.rest[:n]
	s.rest = s.rest[n:]
	return value
}
