package other

import "testing"

func TestAlone(t *testing.T) {}
