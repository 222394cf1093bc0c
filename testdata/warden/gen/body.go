package main

import "math"

// The textures by the names of the meshes' shaders, their sizes in pixels, and their regions.
const (
	bodyTexture  = "warden_body.png"
	headTexture  = "warden_head.png"
	capeTexture  = "warden_cape.png"
	metalTexture = "warden_metal.png"

	bodySize  = 512
	headSize  = 512
	capeSize  = 256
	metalSize = 256
)

var (
	tunicRegion = region{0, 0, 320, 256}
	armRegion   = region{320, 0, 512, 256}
	legRegion   = region{0, 256, 256, 512}
	footRegion  = region{256, 256, 512, 384}
	handRegion  = region{256, 384, 512, 512}

	faceRegion  = region{0, 0, 512, 384}
	plumeRegion = region{0, 384, 256, 512}
	skinRegion  = region{256, 384, 512, 512}

	capeOutside = region{0, 0, 160, 256}
	capeInside  = region{160, 0, 256, 256}

	helmetRegion   = region{0, 0, 256, 96}
	pauldronRegion = region{0, 96, 128, 160}
	roofRegion     = region{128, 96, 256, 160}
	glassRegion    = region{0, 160, 128, 256}
	ironRegion     = region{128, 160, 192, 256}
	buckleRegion   = region{192, 160, 256, 256}
)

// wardenMeshes builds all surfaces around the bind pose.
func wardenMeshes(s skeleton) []mesh {
	body, head, cape, metal := mesh{shader: bodyTexture}, mesh{shader: headTexture}, mesh{shader: capeTexture}, mesh{shader: metalTexture}
	addTunic(&body, s)
	for _, side := range []string{"L", "R"} {
		addArm(&body, s, side)
		addLeg(&body, s, side)
		addPauldron(&metal, s, side)
	}
	addHead(&head, s)
	addPlume(&head, s)
	addCape(&cape, s)
	addHelmet(&metal, s)
	addBuckle(&metal, s)
	addLantern(&metal, s)
	return []mesh{body, head, cape, metal}
}

// upright returns a station of an upright tube: wide to the sides, deep to front and back.
func upright(y, z, wide, deep float64) station {
	return station{vec{0, y, z}, vec{0, deep, 0}, vec{-wide, 0, 0}}
}

// addTunic adds the trunk down to the skirt of the tunic, which the thighs move.
func addTunic(m *mesh, s skeleton) {
	bind := s.near("pelvis", "spine", "chest", "neck", "clavicle.L", "clavicle.R", "thigh.L", "thigh.R")
	m.tube(bind, tunicRegion, bodySize, 16, []station{
		upright(0.4, 51, 2.9, 2.9),
		upright(0.5, 49.6, 4.4, 3.6),
		upright(0.6, 48.2, 8.0, 4.4),
		upright(0.7, 46.2, 10.0, 5.4),
		upright(0.7, 43, 10.1, 6.3),
		upright(0.5, 39.5, 9.5, 6.5),
		upright(0.3, 36, 8.9, 6.5),
		upright(0.3, 33, 8.7, 6.4),
		upright(0.4, 31.4, 8.8, 6.4),
		upright(0.4, 29, 9.4, 6.8),
		upright(0.4, 26, 10.1, 7.3),
		upright(0.4, 22.6, 10.8, 7.9),
		upright(0.4, 20, 11.2, 8.2),
		upright(0.4, 20.6, 8.6, 6.2),
	})
}

// back is the direction at which most rings start, so that their seam is invisible from the front.
var back = vec{0, 1, 0}

// limb returns the stations of a tube through points, each with a radius. Its rings are perpendicular to the path, and start at
// a side that the path never points to.
func limb(start vec, points []vec, radius []float64) []station {
	out := make([]station, len(points))
	for i, at := range points {
		way := points[min(i+1, len(points)-1)].sub(points[max(i-1, 0)]).unit()
		first := start.across(way)
		out[i] = station{at, first.scale(radius[i]), way.cross(first).scale(radius[i])}
	}
	return out
}

// between returns points on the straight line from one point to another, the first included and the last not.
func between(from, to vec, n int) []vec {
	out := make([]vec, n)
	for i := range out {
		out[i] = from.lerp(to, float64(i)/float64(n))
	}
	return out
}

// addArm adds a sleeve that ends in a glove, and the fist.
func addArm(m *mesh, s skeleton, side string) {
	shoulder, elbow := s[s.index("upperarm."+side)], s[s.index("forearm."+side)]
	hand := s[s.index("hand."+side)]
	points := []vec{shoulder.at.lerp(elbow.at, -0.12)}
	points = append(points, between(shoulder.at, elbow.at, 4)...)
	points = append(points, between(elbow.at, hand.at, 5)...)
	points = append(points, hand.at, hand.at.lerp(hand.tip, 0.12))
	m.tube(s.near("clavicle."+side, "upperarm."+side, "forearm."+side, "hand."+side), armRegion, bodySize, 10,
		limb(back, points, []float64{2.6, 3.3, 3.5, 3.3, 3.0, 2.9, 2.9, 3.5, 3.0, 2.6, 2.2, 1.8}))

	way := hand.tip.sub(hand.at)
	points = nil
	for _, t := range []float64{-0.1, 0.12, 0.4, 0.75, 1.05, 1.2} {
		points = append(points, hand.at.add(way.scale(t)))
	}
	m.tube(s.rigid("hand."+side), handRegion, bodySize, 8, limb(back, points, []float64{1.2, 2.1, 2.5, 2.5, 1.9, 0.8}))
	thumb := hand.at.add(way.scale(0.3)).add(vec{0, -1.9, 0})
	m.tube(s.rigid("hand."+side), handRegion, bodySize, 6,
		limb(back, []vec{thumb, thumb.add(vec{0, -0.9, -0.7}), thumb.add(vec{0, -1.1, -2.2}), thumb.add(vec{0, -0.7, -3})}, []float64{0.7, 0.95, 0.85, 0.4}))
}

// addLeg adds a trouser leg that goes into a boot, and the boot's foot.
func addLeg(m *mesh, s skeleton, side string) {
	thigh, shin, foot := s[s.index("thigh."+side)], s[s.index("shin."+side)], s[s.index("foot."+side)]
	points := between(thigh.at, shin.at, 4)
	points = append(points, between(shin.at, foot.at, 6)...)
	points = append(points, foot.at, foot.at.add(vec{0, 0, -1.6}))
	m.tube(s.near("pelvis", "thigh."+side, "shin."+side, "foot."+side), legRegion, bodySize, 10,
		limb(back, points, []float64{4.3, 4.4, 4.1, 3.8, 3.5, 3.4, 4.2, 3.9, 3.5, 3.2, 3.0, 2.6}))

	// The foot's tube runs from the heel to the toes, both a little off the ground; its back is below, for the seam.
	x := foot.at.x
	out := (foot.tip.x - foot.at.x) / math.Abs(foot.tip.y-foot.at.y) // toes point a little outwards
	var stations []station
	for _, at := range []struct{ y, sole, top, wide float64 }{
		{3.9, 1, 2.6, 1.4}, {3.4, 0, 4.4, 2.6}, {1.4, 0, 5.4, 3}, {-1, 0, 5.2, 3.1},
		{-3.4, 0, 4, 3.5}, {-5.6, 0, 3.4, 3.5}, {-7.4, 0.2, 2.8, 2.9}, {-8.5, 0.8, 2, 1.4},
	} {
		middle := vec{x + out*(0.9-at.y), at.y, (at.top + at.sole) / 2}
		stations = append(stations, station{middle, vec{0, 0, (at.sole - at.top) / 2}, vec{at.wide, 0, 0}})
	}
	m.tube(s.near("foot."+side, "toe."+side), footRegion, bodySize, 10, stations)
}

// addHead adds the head with ears, nose and beard.
func addHead(m *mesh, s skeleton) {
	m.tube(s.near("neck", "head"), faceRegion, headSize, 16, []station{
		upright(0.2, 66.3, 1.5, 1.5),
		upright(0.2, 65.6, 4.0, 4.0),
		upright(0.2, 63.9, 5.9, 6.0),
		upright(0.2, 61.2, 6.9, 6.9),
		upright(0.2, 58.4, 7.0, 6.9),
		upright(0.1, 55.8, 6.8, 6.6),
		upright(-0.1, 53.4, 6.0, 5.9),
		upright(-0.2, 51.6, 4.6, 4.6),
		upright(0.2, 50.6, 2.9, 2.8),
	})
	bind := s.rigid("head")
	m.tube(bind, skinRegion, headSize, 7, []station{ // nose
		{vec{0, -6.5, 59.3}, vec{0, 0.3, 0}, vec{-0.4, 0, 0}},
		{vec{0, -7.1, 58.6}, vec{0, 0.7, 0}, vec{-0.8, 0, 0}},
		{vec{0, -7.7, 57.2}, vec{0, 1.2, 0}, vec{-1.3, 0, 0}},
		{vec{0, -7.5, 56.3}, vec{0, 0.9, 0}, vec{-1.0, 0, 0}},
	})
	for _, side := range []float64{1, -1} { // ears, from the head outwards
		m.tube(bind, skinRegion, headSize, 8, []station{
			{vec{side * 6.4, 0.2, 57.6}, vec{0, 0.9, 0}, vec{0, 0, 1.5}},
			{vec{side * 7.3, 0.5, 57.8}, vec{0, 1.3, 0}, vec{0, 0, 2}},
			{vec{side * 7.7, 0.8, 58}, vec{0, 0.8, 0}, vec{0, 0, 1.3}},
		})
	}
}

// addPlume adds the plume of the helmet, which bends back.
func addPlume(m *mesh, s skeleton) {
	points := []vec{{0, 0.4, 66}, {0, 0.8, 68.4}, {0, 1.6, 70.4}, {0, 3.2, 71.9}, {0, 5.2, 72.3}, {0, 7.2, 71.8}, {0, 9, 70.4}, {0, 10, 69}}
	m.tube(s.near("head", "plume.1", "plume.2"), plumeRegion, headSize, 8, limb(vec{1, 0, 0}, points, []float64{0.8, 1.1, 1.6, 2, 2.1, 1.9, 1.3, 0.4}))
}

// addCape adds the cape: wider to its hem, bowed around the back.
func addCape(m *mesh, s skeleton) {
	m.sheet(s.near("chest", "cape.1", "cape.2", "cape.3"), capeOutside, capeInside, capeSize, 8, 11, func(across, down float64) (at, half vec) {
		side := 2*across - 1 // -1 at the left as seen from behind, which is the character's own left
		wide := 8.6 + 5.2*down
		bow := (3.6 - 0.6*down) * side * side
		fold := 0.55 * down * math.Cos(5*math.Pi*side)
		at = vec{-side * wide, 6.4 + 3.4*math.Pow(down, 0.8) - bow + fold, 48.6 - 35.4*down + 0.8*side*side*down}
		return at, vec{-0.2 * side, 0.35, 0}
	})
}
