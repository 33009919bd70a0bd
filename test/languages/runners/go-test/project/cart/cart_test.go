package cart

import "testing"

func check(t *testing.T, actual, wanted int) {
	t.Helper()
	if actual != wanted {
		t.Errorf("total is %d, not %d", actual, wanted)
	}
}

func TestAdds(t *testing.T)  { check(t, Total(1, 2), 3) }
func TestFails(t *testing.T) { check(t, Total(1, 2), 4) }
func TestLater(t *testing.T) { t.Skip("not yet") }

func TestCounts(t *testing.T) {
	t.Run("one item", func(t *testing.T) { check(t, Total(1), 1) })
	t.Run("two (2)", func(t *testing.T) { check(t, Total(1, 1), 1) })
}
