package parts

func pages() int { return 4096 }
