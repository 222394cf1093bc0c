package curves

// View is where a part of a clip is drawn: a rectangle in pixels that shows a time from one to
// another, and values from Low, at its foot, to High.
type View struct {
	X, Y, W, H float64
	From, To   float64 // seconds after the clip's start
	Low, High  float64
}

// At returns the pixel of a value at a time.
func (v *View) At(time, value float64) (x, y float64) {
	return v.X + v.W*(time-v.From)/(v.To-v.From), v.Y + v.H*(v.High-value)/(v.High-v.Low)
}

// Time returns the time at a pixel.
func (v *View) Time(x float64) float64 { return v.From + (x-v.X)/v.W*(v.To-v.From) }

// Value returns the value at a pixel.
func (v *View) Value(y float64) float64 { return v.High - (y-v.Y)/v.H*(v.High-v.Low) }

// Contains reports whether a pixel lies in the view.
func (v *View) Contains(x, y float64) bool {
	return x >= v.X && x < v.X+v.W && y >= v.Y && y < v.Y+v.H
}

// shortest is the shortest time that a view shows, in seconds.
const shortest = 1e-3

// zoom makes the time that is shown shorter by a factor, about a pixel, within a clip's length.
func (v *View) zoom(x, factor, seconds float64) {
	at, part := v.Time(x), (x-v.X)/v.W
	length := min(max((v.To-v.From)/factor, min(shortest, seconds)), seconds)
	v.From = min(max(at-part*length, 0), seconds-length)
	v.To = v.From + length
}

// pan shows a part of the time that is shown later, within a clip's length.
func (v *View) pan(part, seconds float64) {
	length := v.To - v.From
	v.From = min(max(v.From+part*length, 0), seconds-length)
	v.To = v.From + length
}

// scale chooses the values that are shown, with room around them.
func (v *View) scale(low, high float64) {
	if high-low < 1e-4 {
		low, high = low-0.5e-4, high+0.5e-4
	}
	room := 0.1 * (high - low)
	v.Low, v.High = low-room, high+room
}
