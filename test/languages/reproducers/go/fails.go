package main

import (
	"fmt"

	"example.org/shop/cart"
)

func main() {
	if total := cart.Total([]int{1, 2}); total != 3 {
		panic(fmt.Sprintf("assertion failed: total is %d, not 3", total))
	}
}
