// Package spring swings chains of joints behind the animation: hair, tails, ears, straps.
//
//	animated pose ─► goals ─► free tails ─► lengths, colliders ─► swinging pose
//	                            ▲     │
//	                            └─────┘ state: offset, velocity and goal of each joint
//
// The tail of each joint is a free point that a spring draws to where the animation has
// it, with drag in the air and gravity. Over a step the goal moves linearly, for which the
// spring has a closed form: a step in parts is the step, to 1e-5 m, however long it is,
// and no step is unstable. Then, from the first joint to the last, each bone turns to its
// free tail, as far as colliders let it; the free tails themselves feel neither lengths
// nor colliders. So bones keep their length, what comes out depends on the state
// alone, and no tail is in a collider by more than the rounding where one is in the way;
// between several, twelve rounds look for a place.
//
//	chain, err := spring.NewChain([]spring.Joint{{Stiffness: 400, Drag: 12, Gravity: 1}, …}, tip)
//	…
//	err = chain.Plan(&plan, dt)        // once per frame, for all that go on by the same time
//	step := plan.Step(joint)           // y' = a·y + b·w, w' = c·y + d·w
//
// A crowd moves the tails of 16 instances at once by that, see control.Springs. A step of 0
// seconds or less stands still.
//
// VRM is the rule of VRM 1.0 (VRMC_springBone) instead, as avatars expect it. It depends
// on the rate of its steps; so it has one of its own, 60 per second, whatever the frames
// are. It agrees with three-vrm to 7e-7 m over 120 frames of the ground truth
// (TestSpringsTruth).
//
// All results have the same bits on every processor. Nothing allocates but what makes
// chains and states. A Chain, a VRM and a Plan are only read and can be shared. Errors wrap
// ErrJoint or ErrInput: what is not finite is refused and changes nothing.
package spring
