package main

import (
	"image"
	"math"
)

// The warden's colours.
var (
	teal    = hex(0x1f6068)
	tealDim = hex(0x174a52)
	gold    = hex(0xe0ab45)
	umber   = hex(0x5a4332)
	leather = hex(0x3b2a20)
	tan     = hex(0x8a5f3c)
	skin    = hex(0xd9a17c)
	beard   = hex(0x9a4a22)
	crimson = hex(0xa3232b)
	wine    = hex(0x5c1520)
	bronze  = hex(0xb98a4a)
	iron    = hex(0x3a3d42)
	cream   = hex(0xf3e7c9)
	ink     = hex(0x1c1a1d)
)

// paintBody paints cloth and leather: tunic, sleeves and gloves, trousers and boots.
func paintBody() image.Image {
	c := newCanvas(bodySize, teal)
	paintTunic(c)

	// Sleeves down to a golden cuff, then gloves to the seam's end.
	r := armRegion
	c.shade(r, func(u, v float64, under rgb) rgb {
		switch {
		case v < 0.64:
			return teal.times(1 - 0.12*math.Cos(2*math.Pi*6*u)*v)
		case v < 0.68:
			return gold
		default:
			return tan.times(1.05 - 0.5*(v-0.68))
		}
	})
	c.grain(r, 0.07, 5)

	r = legRegion
	c.shade(r, func(u, v float64, under rgb) rgb {
		switch {
		case v < 0.58:
			return umber.times(1 - 0.1*math.Cos(2*math.Pi*5*u))
		case v < 0.64:
			return tan
		default:
			return leather.times(1.25 - 0.3*v)
		}
	})
	for i := 0; i < 5; i++ { // the boot's laces, in front
		y := r.y0 + (0.67+0.06*float64(i))*256
		c.paint(r, stroke(3, 112, y, 144, y+8), tan)
		c.paint(r, stroke(3, 144, y, 112, y+8), tan)
	}
	c.grain(r, 0.08, 4)

	r = footRegion
	c.shade(r, func(u, v float64, under rgb) rgb {
		if u < 0.13 || u > 0.87 {
			return ink // the sole
		}
		return leather.times(1.2 - 0.25*math.Abs(u-0.5))
	})
	c.paint(r, box(r.x0+0.68*256, r.y0, r.x0+0.71*256, r.y1), tan)
	c.grain(r, 0.08, 4)

	c.shade(handRegion, func(u, v float64, under rgb) rgb { return tan.times(0.95 - 0.25*v) })
	c.grain(handRegion, 0.08, 4)
	return c.picture()
}

// paintTunic: golden collar and hem, a belt, and on the chest a shield with a tower, which has a top, a bottom and, by the
// flag on it, a left and a right.
func paintTunic(c *canvas) {
	r := tunicRegion
	wide, high := r.x1-r.x0, r.y1-r.y0
	c.shade(r, func(u, v float64, under rgb) rgb {
		fold := 1 - 0.16*math.Max(0, v-0.6)*math.Cos(2*math.Pi*14*u)*2.5
		colour := teal.mix(tealDim, v)
		switch {
		case v < 0.115, v > 0.945, v > 0.895 && v < 0.915:
			colour = gold
		case v > 0.565 && v < 0.645:
			colour = leather
		}
		return colour.times(fold)
	})
	for u := 0.025; u < 1; u += 0.05 {
		c.paint(r, disc(u*wide, 0.605*high, 2.2), gold)
	}
	cx, cy := 0.5*wide, 0.36*high
	shield := func(grow float64) shape {
		return both(box(cx-27-grow, cy-32-grow, cx+27+grow, cy+60), both(disc(cx-27, cy-12, 56+grow), disc(cx+27, cy-12, 56+grow)))
	}
	c.paint(r, shield(4), gold)
	c.paint(r, shield(0), crimson)
	c.paint(r, box(cx-10, cy-8, cx+10, cy+24), cream)  // tower
	c.paint(r, box(cx-14, cy+20, cx+14, cy+26), cream) // its foot
	for _, dx := range []float64{-11, 0, 11} {         // battlements
		c.paint(r, box(cx+dx-3.5, cy-15, cx+dx+3.5, cy-7), cream)
	}
	c.paint(r, box(cx-14, cy-9, cx+14, cy-4), cream)
	c.paint(r, both(box(cx-4, cy+8, cx+4, cy+30), box(cx-4, cy+8, cx+4, cy+20)), ink)
	c.paint(r, disc(cx, cy+8, 4), ink)
	c.paint(r, stroke(1.6, cx, cy-12, cx, cy-28), cream)
	c.paint(r, polygon(cx, cy-29, cx+13, cy-24, cx, cy-19), gold) // the flag flies to the picture's right
	c.grain(r, 0.07, 5)
}

// paintHead paints the face into the middle of its region: it would be seen at once if it were upside down or mirrored, the
// scar and the patch of grey being on the character's own right, the picture's left.
func paintHead() image.Image {
	c := newCanvas(headSize, skin)
	r := faceRegion
	c.shade(r, func(u, v float64, under rgb) rgb {
		around := math.Abs(u - 0.5) // from the middle of the face
		colour := skin.mix(hex(0xb8735a), 0.45*math.Max(0, 1-math.Abs(v-0.62)/0.14)*math.Max(0, 1-math.Abs(around-0.1)/0.07))
		if around > 0.2+0.02*noise(30*u, 40*v) && v < 0.78 {
			colour = beard.times(0.8 + 0.15*noise(90*u, 9*v)) // hair
		}
		edge := 0.655 + 0.35*math.Pow(math.Max(0, 0.13-around), 1)*0.9
		if around > 0.12 {
			edge = 0.655 - 1.1*(around-0.12)
		}
		if v > edge+0.012*noise(60*u, 3) && around < 0.3 {
			colour = beard.times(0.95 + 0.2*noise(110*u, 14*v))
		}
		if around > 0.3 && v > 0.84 {
			colour = skin.times(0.9)
		}
		return colour
	})
	paintFeatures(c, 256, 200)

	c.shade(skinRegion, func(u, v float64, under rgb) rgb {
		return skin.mix(hex(0xc47a60), 0.55*v)
	})
	c.shade(plumeRegion, func(u, v float64, under rgb) rgb {
		return crimson.mix(cream, math.Max(0, 2.2*v-1.4)).times(0.9 + 0.25*math.Abs(math.Sin(2*math.Pi*(4*u+6*v))))
	})
	c.grain(region{0, 0, headSize, headSize}, 0.03, 3)
	return c.picture()
}

// paintFeatures paints eyes, brows, moustache and mouth around a point between the eyes.
func paintFeatures(c *canvas, cx, cy float64) {
	r := faceRegion
	for _, side := range []float64{-1, 1} {
		x := cx + side*31
		c.paint(r, ellipse(x, cy+2, 21, 15), skin.times(0.72))
		c.paint(r, ellipse(x, cy+2, 17, 11.5), hex(0xf6f2ea))
		c.paint(r, disc(x+side*-1.5, cy+2, 8.6), hex(0x2f6f8f))
		c.paint(r, disc(x+side*-1.5, cy+2, 4.4), ink)
		c.paint(r, disc(x+1.5, cy-1.5, 2.2), hex(0xffffff)) // light falls from one side on both
		c.paint(r, stroke(3, x-18, cy+1, x-10, cy-7, x, cy-9.5, x+10, cy-7, x+18, cy+1), skin.times(0.45))
		c.paint(r, stroke(9, x-side*17, cy-15, x, cy-21, x+side*19, cy-15), beard.times(0.8))
		c.paint(r, stroke(13, cx+side*4, cy+62, cx+side*22, cy+66, cx+side*40, cy+80), beard.times(1.5)) // moustache
	}
	c.paint(r, ellipse(cx, cy+83, 17, 7), hex(0x5a1f1c))
	c.paint(r, box(cx-12, cy+77, cx+12, cy+81), hex(0xf1e9da))
	c.paint(r, stroke(3.4, cx-48, cy-22, cx-40, cy+6, cx-44, cy+40), hex(0xe9c3b0)) // scar
	c.paint(r, stroke(3, cx-34, cy+92, cx-30, cy+116), cream)
	c.paint(r, stroke(3, cx-41, cy+90, cx-38, cy+110), cream) // grey in the beard
}

// paintCape paints a lantern in a ring of rays, within a golden border; the lining is plain.
func paintCape() image.Image {
	c := newCanvas(capeSize, wine)
	r := capeOutside
	c.shade(r, func(u, v float64, under rgb) rgb {
		return crimson.times(1 - 0.12*v*math.Cos(2*math.Pi*5*(u-0.5)))
	})
	for _, line := range []shape{box(0, 236, 160, 246), box(5, 0, 10, 236), box(150, 0, 155, 236)} {
		c.paint(r, line, gold)
	}
	cx, cy := 80.0, 110.0
	for i := 0; i < 12; i++ {
		sin, cos := math.Sincos(2 * math.Pi * (float64(i) + 0.5) / 12)
		c.paint(r, stroke(3, cx+42*sin, cy-42*cos, cx+56*sin, cy-56*cos), gold)
	}
	c.paint(r, disc(cx, cy, 37), gold)
	c.paint(r, disc(cx, cy, 33), wine)
	c.paint(r, stroke(3, cx-6, cy-18, cx, cy-26, cx+6, cy-18), cream)                     // ring
	c.paint(r, polygon(cx-17, cy-7, cx, cy-21, cx+17, cy-7), cream)                       // roof
	c.paint(r, box(cx-12, cy-7, cx+12, cy+17), cream)                                     // panes
	c.paint(r, box(cx-16, cy+16, cx+16, cy+22), cream)                                    // foot
	c.paint(r, both(ellipse(cx, cy+6, 5.5, 10), box(cx-11, cy-7, cx+11, cy+15)), crimson) // flame
	c.grain(region{0, 0, capeSize, capeSize}, 0.06, 4)
	return c.picture()
}

// paintMetal paints the helmet, the pauldrons, the buckle and the lantern.
func paintMetal() image.Image {
	c := newCanvas(metalSize, bronze)
	r := helmetRegion
	c.shade(r, func(u, v float64, under rgb) rgb {
		if v > 0.62 {
			return bronze.times(0.72)
		}
		return bronze.times(1.1 - 0.35*v)
	})
	for u := 0.0; u < 1; u += 0.25 { // ribs, and rivets round the brim
		c.paint(r, box(256*u-3, 0, 256*u+3, 58), bronze.times(0.6))
	}
	c.paint(r, box(253, 0, 256, 58), bronze.times(0.6))
	for x := 8.0; x < 256; x += 16 {
		c.paint(r, disc(x, 62, 2.6), cream)
	}

	r = pauldronRegion
	c.shade(r, func(u, v float64, under rgb) rgb {
		if v > 0.6 && v < 0.72 {
			return gold
		}
		return bronze.mix(teal, 0.25).times(1.05 - 0.3*v)
	})
	c.shade(roofRegion, func(u, v float64, under rgb) rgb { return iron.times(1.5 - 0.6*math.Mod(6*u, 1)*v) })
	c.shade(glassRegion, func(u, v float64, under rgb) rgb {
		if pane := math.Mod(6*u, 1); pane < 0.1 || pane > 0.9 || v < 0.05 || v > 0.95 {
			return iron
		}
		glow := 1 - 1.3*math.Abs(v-0.55)
		return hex(0xf08a1d).mix(hex(0xfff3b0), math.Max(0, glow))
	})
	c.shade(ironRegion, func(u, v float64, under rgb) rgb { return iron.times(1.2 - 0.4*v) })

	r = buckleRegion
	c.shade(r, func(u, v float64, under rgb) rgb { return gold.times(1.1 - 0.3*v) })
	c.paint(r, box(r.x0+14, r.y0+26, r.x1-14, r.y1-26), leather)
	c.paint(r, box(r.x0+10, r.y0+43, r.x0+44, r.y0+53), gold)
	c.grain(region{0, 0, metalSize, metalSize}, 0.04, 3)
	return c.picture()
}
