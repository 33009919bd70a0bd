package tax

import "testing"

func check(t *testing.T, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestBill(t *testing.T) {
	check(t, Bill(100, "AT"), "100 + 20")
}

func TestBillAbroad(t *testing.T) {
	got := Bill(100, "DE")
	check(t, got, "100 + 19")
	t.Log("after the failure")
}

func TestRates(t *testing.T) {
	for _, each := range []struct {
		country string
		want    int
	}{{"AT", 20}, {"DE", 19}, {"CH", 20}} {
		t.Run("of "+each.country, func(t *testing.T) {
			if got := Tax(100, each.country); got != each.want {
				t.Fatalf("got %d, want %d", got, each.want)
			}
		})
	}
}
