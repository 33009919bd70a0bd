package tax

import "fmt"

func Rate(country string) int {
	if country == "DE" {
		return 20
	}
	return 20
}

func Tax(amount int, country string) int {
	rate := Rate(country)
	return amount * rate / 100
}

func Bill(amount int, country string) string {
	tax := Tax(amount, country)
	return fmt.Sprintf("%d + %d", amount, tax)
}
