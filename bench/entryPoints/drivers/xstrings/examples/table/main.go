// Table prints words in columns and in several notations.
package main

import (
	"fmt"
	"strings"

	"github.com/huandu/xstrings"
)

func column(words []string, width int) []string {
	var cells []string
	for _, word := range words {
		cells = append(cells, xstrings.Center(word, width, "<>")[:width/2]+xstrings.LeftJustify(word, width, " ")[width/2:width])
	}
	return cells
}

func must(what, got, want string) {
	if got != want {
		panic(fmt.Sprintf("%s: %q instead of %q", what, got, want))
	}
}

func main() {
	fmt.Println(column([]string{"alpha", "be", "gamma ray"}, 8)[2])
	must("snake", xstrings.ToSnakeCase("HTTPServerID"), "http_server_id")
	must("kebab", xstrings.ToKebabCase("FirstName2"), "first-name2")
	must("camel", xstrings.ToCamelCase("some_words_here"), "SomeWordsHere")
	must("successor", xstrings.Successor("Az9"), "Ba0")
	must("case", xstrings.SwapCase(xstrings.FirstRuneToUpper("abc D")), "aBC d")
	must("tabs", xstrings.ExpandTabs("a\tbc\td", 4), "a   bc  d")
	must("translate", xstrings.Translate("hello", "a-y", "b-z"), "ifmmp")
	must("squeeze", xstrings.Squeeze("aaabbc", "a-b"), "abc")
	must("delete", xstrings.Delete("hello", "^l"), "ll")
	must("scrub", xstrings.Scrub("a\xffb", "?"), "a?b")
	must("reverse", xstrings.Reverse("äbc")[:2], "cb")
	head, match, tail := xstrings.LastPartition("a.b.c", ".")
	fmt.Println(xstrings.Slice(head, 2, -1), match, strings.Repeat(tail, xstrings.Count("banana", "a")))
	fmt.Println(xstrings.Insert("ac", "b", 1)[1:], xstrings.WordSplit("two words")[1], xstrings.Width("中a"))
	must("justify", xstrings.RightJustify("7", 3, "0"), "007")
	if n := xstrings.WordCount("it's one-two"); n != 2 {
		panic(fmt.Errorf("%d words", n))
	}
}
