package ring

// Shape needs area.go by a constant.
type Shape struct{ Side float64 }

func (s *Shape) Area() float64 { return square(s.Side) * unit }
