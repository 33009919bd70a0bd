module example.org/till

go 1.21
