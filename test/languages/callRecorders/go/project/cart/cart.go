package cart

import "strconv"

type Item struct {
	Name  string
	Price int
}

type Reduction struct {
	Amount int
}

type Cart struct {
	items []Item
	uses  map[string]int
}

func Discount(code string, amount int) *Reduction {
	if amount > 30 && code == "A" {
		return nil
	}
	if code == "A" {
		return &Reduction{Amount: 10}
	}
	return &Reduction{}
}

// Two results.
func Parse(text string) (amount int, err error) {
	return strconv.Atoi(text)
}

func (c *Cart) Add(item Item) {
	c.items = append(c.items, item)
}

func (c *Cart) Each(visit func(Item)) {
	for _, item := range c.items {
		visit(item)
	}
}

func (c *Cart) Total(code string) int {
	amount := 0
	c.Each(func(item Item) { amount += item.Price })
	reduction := Discount(code, amount)
	return amount - reduction.Amount
}

func (c *Cart) Use(code string) {
	c.uses[code]++
}

func (c *Cart) Find(name string) int {
	found := -1
	for at, item := range c.items {
		if item.Name == name {
			found = at
		}
	}
	return found
}

func (c *Cart) Price(name string) int {
	at := c.Find(name)
	return c.items[at].Price
}
