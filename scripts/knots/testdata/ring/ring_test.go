package ring

var tested = Draw(nil)
