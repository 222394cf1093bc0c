package ring

// Draw needs both others by a method; nothing needs it but a receiver below.
func Draw(s *Shape) string {
	size := s.Area()
	if size > unit {
		return "large"
	}
	return "small"
}

type canvas struct{ s *Shape }
