package cart

import "testing"

func filled() *Cart {
	c := &Cart{}
	c.Add(Item{"tea", 30})
	return c
}

func TestReduces(t *testing.T) {
	if got := filled().Total("A"); got != 20 {
		t.Errorf("got %d, want 20", got)
	}
}

func TestReducesAgain(t *testing.T) {
	c := filled()
	if amount, err := Parse("5"); amount != 5 || err != nil {
		t.Fatal(amount, err)
	}
	c.Add(Item{"cup", 5})
	if got := c.Total("A"); got != 25 {
		t.Errorf("got %d, want 25", got)
	}
}

func TestPrice(t *testing.T) {
	if got := filled().Price("tea"); got != 30 {
		t.Errorf("got %d, want 30", got)
	}
}

func TestPriceOfNothing(t *testing.T) {
	done := make(chan int)
	go func() { done <- filled().Price("cup") }()
	if got := <-done; got != 0 {
		t.Errorf("got %d, want 0", got)
	}
}

func TestUse(t *testing.T) {
	c := &Cart{uses: map[string]int{"B": 1}}
	c.Use("A")
	if c.uses["A"] != 1 {
		t.Error("it was not counted")
	}
}

func TestUses(t *testing.T) {
	t.Run("of a filled cart", func(t *testing.T) {
		filled().Use("A")
	})
}
