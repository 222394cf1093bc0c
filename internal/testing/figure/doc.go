// Package figure makes models out of numbers alone, for benchmarks and tests that
// need no file:
//
//	model := figure.Character(figure.Motion{Name: "walk", Seconds: 1.3}, figure.Motion{Name: "dance", Seconds: 15})
//	strange := figure.Random(seed, 40)
//
// Character is a humanoid of 67 joints with fingers, keyed in every frame: every
// joint's translation and rotation, as many exporters write them, or what Drive
// says.
//
// Random is a model with everything the data allows and nothing a modeller would
// do: several roots, shear, scale, mirrored bones, splines, steps, few keys and
// many, clips that start before zero, morph targets, meshes of every kind.
//
// The same arguments give the same bits on every processor.
package figure
