package fbx

import "math"

// solve finds the slopes of keys that do not state them.
func (c *Curve) solve() {
	keys, times := c.keys, c.times
	for i := range keys {
		k := &keys[i]
		if !k.isBent() || k.flags&userSlopes != 0 && k.flags&tcb == 0 {
			continue
		}
		before, after, hasBefore, hasAfter := 0., 0., false, false
		if i > 0 && times[i] > times[i-1] {
			before, hasBefore = (k.value-keys[i-1].value)/((times[i]-times[i-1])/second), true
		}
		if i+1 < len(keys) && times[i+1] > times[i] {
			after, hasAfter = (keys[i+1].value-k.value)/((times[i+1]-times[i])/second), true
		}
		switch {
		case k.flags&tcb != 0:
			k.solveTCB(before, after, hasBefore && hasAfter)
		case hasBefore && hasAfter:
			left, right := k.left, k.right // biases, in an automatic key
			k.left = c.automatic(i, before, after, -left)
			k.right = k.left
			if right != -left {
				k.right = c.automatic(i, before, after, right)
			}
		case hasBefore:
			k.left = k.atEnd(before, -k.left)
			k.right = k.left
		case hasAfter:
			k.right = k.atEnd(after, k.right)
			k.left = k.right
		default:
			k.left, k.right = 0, 0
		}
	}
}

// solveTCB computes the slopes of a Kochanek–Bartels spline.
func (k *curveKey) solveTCB(before, after float64, inside bool) {
	f := 1.
	if inside {
		f = 0.5
	}
	cont, bias := float64(k.cont), float64(k.bias)
	f *= 1 - float64(k.tension)
	k.left = float64(f*(1+bias)*(1-cont)*before) + float64(f*(1-bias)*(1+cont)*after)
	k.right = float64(f*(1+bias)*(1+cont)*before) + float64(f*(1-bias)*(1-cont)*after)
}

// atEnd returns the slope of the first or last key from that of the line to its neighbour.
func (k *curveKey) atEnd(line, bias float64) float64 {
	if k.flags&clampedMore != 0 {
		return 0
	}
	if k.flags&evenTimes == 0 {
		line += beyondMost(bias, bias)
	}
	return line
}

// beyondMost returns the slope that a bias above 500 adds, with a sign.
func beyondMost(bias, sign float64) float64 {
	over := math.Abs(bias)/100 - 5
	if !(over > 0) {
		return 0
	}
	return math.Copysign(40*float64(over*over), sign)
}

// automatic returns the slope of key i between two others from the slopes of the lines to them. A
// bias of 100 selects one of these.
func (c *Curve) automatic(i int, before, after, bias float64) float64 {
	a, k, b := &c.keys[i-1], &c.keys[i], &c.keys[i+1]
	from, at, to := c.times[i-1], c.times[i], c.times[i+1]
	if k.flags&clamped != 0 && (a.value == k.value || b.value == k.value) {
		return 0
	}
	slope := (b.value - a.value) / ((to - from) / second)
	if k.flags&evenTimes == 0 {
		part := (at - from) / (to - from)
		slope = float64(slope/2) + float64((float64(before*(1-part))+float64(after*part))/2)
		target := before
		if bias > 0 {
			target = after
		}
		if by := math.Abs(bias) / 100; by > 1e-4 {
			away := target - slope
			slope = float64(slope*(1-by)) + float64(target*by)
			if math.Abs(away) <= 1e-5 {
				away = bias
			}
			slope += beyondMost(bias, away)
		}
	}
	if k.flags&clampedMore == 0 {
		return slope
	}
	// Flat enough that the curve does not overshoot its neighbours.
	size, sign := math.Abs(slope), math.Copysign(1, slope)
	size = math.Min(size, math.Max(sign*before/k.weightLeft, 0))
	size = math.Min(size, math.Max(sign*after/k.weightRight, 0))
	return sign * size
}
