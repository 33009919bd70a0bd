package cart

func Total(prices []int) int {
	sum := 0
	for _, price := range prices[1:] {
		sum += price
	}
	return sum
}
