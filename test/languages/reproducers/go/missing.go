package main

import "example.org/nowhere/thing"

func main() {
	thing.Do()
}
