package ring

const unit = 1

func square(x float64) float64 { return (&Shape{Side: x}).Side * x }
