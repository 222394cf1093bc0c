package main

import "math"

// addHelmet adds a dome with a brim, bound to the head joint only.
func addHelmet(m *mesh, s skeleton) {
	m.tube(s.rigid("head"), helmetRegion, metalSize, 16, []station{
		upright(0.3, 68.2, 1.0, 1.0),
		upright(0.3, 67.4, 3.4, 3.4),
		upright(0.3, 65.6, 6.0, 6.1),
		upright(0.3, 63.2, 7.4, 7.5),
		upright(0.3, 61.2, 7.9, 7.9),
		upright(0.3, 60.6, 9.2, 9.2),
		upright(0.3, 60.1, 9.3, 9.3),
		upright(0.3, 60.4, 7.0, 7.0),
	})
}

// addPauldron adds the shoulder's cap, bound to the clavicle and the upper arm.
func addPauldron(m *mesh, s skeleton, side string) {
	arm := s[s.index("upperarm."+side)]
	down := arm.tip.sub(arm.at).unit()
	outwards := vec{arm.at.x, 0, 0}.unit()
	top := arm.at.add(vec{0, 0, 1.9}).sub(outwards.scale(1.2))
	points := []vec{top, top.add(outwards.scale(0.4)).add(down.scale(0.6)), arm.at.add(down.scale(0.9)), arm.at.add(down.scale(2.9)), arm.at.add(down.scale(4.6)), arm.at.add(down.scale(4.2))}
	m.tube(s.near("clavicle."+side, "upperarm."+side), pauldronRegion, metalSize, 10, limb(back, points, []float64{1.4, 3.2, 4.7, 5.0, 5.1, 3.6}))
}

// addBuckle adds the belt's buckle: a plate on the belly.
func addBuckle(m *mesh, s skeleton) {
	m.sheet(s.near("pelvis", "spine"), buckleRegion, buckleRegion, metalSize, 3, 3, func(across, down float64) (at, half vec) {
		return vec{4.4 * (across - 0.5), -6.35 + 0.5*math.Pow(2*across-1, 2), 33.9 - 4.4*down}, vec{0, -0.6, 0}
	})
}

// addLantern adds the chain in the right fist and the six-sided lantern under it: roof, panes, base.
func addLantern(m *mesh, s skeleton) {
	chain, lantern := s[s.index("lantern.chain")], s[s.index("lantern")]
	m.tube(s.rigid("lantern.chain"), ironRegion, metalSize, 6,
		limb(back, []vec{chain.at.add(vec{0, 0, 0.4}), chain.at.lerp(chain.tip, 0.4), chain.at.lerp(chain.tip, 0.7), chain.tip.add(vec{0, 0, -0.4})}, []float64{0.35, 0.4, 0.4, 0.35}))

	ring := func(down, radius float64) station {
		return station{lantern.at.add(vec{0, 0, -down}), vec{0, radius, 0}, vec{-radius, 0, 0}}
	}
	bind := s.rigid("lantern")
	m.tube(bind, roofRegion, metalSize, 9, []station{ring(-0.2, 0.5), ring(0.5, 1.1), ring(1.4, 2.3), ring(2.2, 3.7), ring(2.6, 3.6), ring(2.5, 2.4)})
	m.tube(bind, glassRegion, metalSize, 9, []station{ring(2.4, 2.5), ring(4.2, 2.9), ring(6.2, 2.9), ring(7.6, 2.4)})
	m.tube(bind, ironRegion, metalSize, 9, []station{ring(7.3, 2.2), ring(7.5, 3.2), ring(8.3, 3.3), ring(8.7, 2.2)})
}
