package edit

func of() {} // of which nothing is read
