package shapes

import (
	"errors"
	"fmt"
	"sync"
)

type Pair[K comparable, V any] struct {
	Key K
	Val V
}

func (p Pair[K, V]) Show() string { return fmt.Sprint(p.Key, p.Val) }

func Max[T int | float64](a, b T) T {
	if a > b {
		return a
	}
	return b
}

type Shape interface{ Area() float64 }
type Square struct{ Side float64 }

func (s Square) Area() float64 { return s.Side * s.Side }

func Safe(n int) (result int, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("recovered: %v", r)
		}
	}()
	return Deep(n), nil
}

func Deep(n int) int {
	if n == 0 {
		panic(errors.New("bottom"))
	}
	return Deep(n-1) + 1
}

func Grow(n int) int {
	var big [1000]int
	big[n%1000] = n
	if n == 0 {
		return big[0]
	}
	return Grow(n-1) + big[n%1000]
}

func Keep(n int) *int { return &n }

func Sum(shapes []Shape, more map[string]Shape) (total float64) {
	for _, s := range shapes {
		total += s.Area()
	}
	total += float64(len(more))
	return total
}

func Workers(n int) int {
	var wg sync.WaitGroup
	var mu sync.Mutex
	total := 0
	for i := 0; i < n; i++ {
		wg.Add(1)
		go func(i int) {
			defer wg.Done()
			mu.Lock()
			defer mu.Unlock()
			total += Max(i, 1)
		}(i)
	}
	wg.Wait()
	return total
}
