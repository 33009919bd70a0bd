// Menu reads lines as a shell does and checks what they are made of.
package main

import (
	"fmt"
	"strings"

	"github.com/google/shlex"
)

func command(line string) (name string, args []string) {
	words, err := shlex.Split(line)
	if err != nil {
		panic(fmt.Errorf("%q: %w", line, err))
	}
	return words[0], words[1:]
}

func main() {
	name, args := command(`copy -r 'my files' "a \"b\"" c\ d # all of it`)
	fmt.Println(name, len(args), args[1][3:], strings.ToUpper(args[3]))
	_, args = command("echo one\ttwo\n three")
	fmt.Println(args[2])
	lexer := shlex.NewLexer(strings.NewReader("x 'y z' # c\nlast"))
	var words []string
	for word, err := lexer.Next(); err == nil; word, err = lexer.Next() {
		words = append(words, word)
	}
	fmt.Println(words[1][2:], words[2])
	tokens := shlex.NewTokenizer(strings.NewReader("a #b"))
	first, err := tokens.Next()
	if err != nil {
		panic(err)
	}
	again, _ := shlex.NewTokenizer(strings.NewReader("a")).Next()
	if !first.Equal(again) || first.Equal(nil) {
		panic("two equal tokens differ")
	}
	if _, err := shlex.Split("'open"); err == nil {
		panic("an open quotation was accepted")
	}
}
