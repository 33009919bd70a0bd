package cart

func Total(prices ...int) int {
	sum := 0
	for _, price := range prices {
		sum += price
	}
	return sum
}
