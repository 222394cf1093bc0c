module example.com/house

go 1.26.0
