// Package spring swings chains of joints behind the animation: hair, tails, ears, straps.
//
//	animated pose ─► goals ─► free tails ─► lengths, colliders ─► swinging pose
//	                            ▲     │
//	                            └─────┘ state: offset, velocity and goal of each joint
//
// The tail of each joint is a free point that a spring draws to its animated place, with drag in
// the air and gravity. The goal moves linearly over a step, for which the spring has a closed
// form: dividing a step changes the result by less than 1e-5 m, and no step is unstable. Then,
// from the first joint to the last, each bone turns to its free tail as far as colliders allow;
// the free tails themselves ignore lengths and colliders. So bones keep their lengths, the result
// depends on the state alone, and a tail clears a single collider up to rounding; between several,
// twelve rounds look for a place.
//
//	chain, err := spring.NewChain([]spring.Joint{{Stiffness: 400, Drag: 12, Gravity: 1}, …}, tip)
//	…
//	err = chain.Plan(&plan, dt)        // once per frame, for all instances with the same step
//	step := plan.Step(joint)           // y' = a·y + b·w, w' = c·y + d·w
//
// A crowd moves the tails of 16 instances at once, see control.Springs. A step of 0 seconds or
// less stands still.
//
// VRM is the rule of VRM 1.0 (VRMC_springBone), for avatars. It depends on the rate of its steps,
// which is 60 per second at any frame rate: time that is left of a step waits for the next, and what the
// bone hangs on and its colliders move evenly in between, so that dividing the time changes nothing. It agrees with three-vrm to 7e-7 m over 120 frames
// (TestSpringsTruth).
//
// Results have the same bits on every processor. Only constructors and Save allocate. A Chain, a VRM and
// a Plan are immutable and may be shared. Errors wrap ErrJoint or ErrInput. Nothing changes then, except
// that a VRMState starts anew when Restore refuses its data.
package spring
