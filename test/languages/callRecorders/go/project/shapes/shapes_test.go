package shapes

import "testing"

func TestAll(t *testing.T) {
	t.Log(Pair[string, int]{"a", 1}.Show(), Max(1.5, 2.5), Workers(1))
	n, err := Safe(2)
	t.Log(n, err, Grow(3), *Keep(3))
	s := Sum([]Shape{Square{2}, &Square{3}}, map[string]Shape{"x": Square{1}, "b": Square{2}})
	if s != 3 {
		t.Fatal("a sum of", s)
	}
}
