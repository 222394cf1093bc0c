package panel

func clamp(v, low, high float64) float64 { return min(max(v, low), high) }

// floor rounds a place that is not negative down to a pixel.
func floor(v float32) float32 { return float32(int(v)) }
