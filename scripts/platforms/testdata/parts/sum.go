package parts

func sum(a int) int
