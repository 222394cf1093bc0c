// Package golden holds results to their bits: a table has a line for each, and a test fails where
// a refactoring changes one.
//
//	strider_walk.fbx scene 8d1f0c55a7b3e902
//	strider_walk.fbx skins 41aa90d2f6c7be13
//
// A line is written anew by the test's own flag, in a commit that says why its result changes.
package golden
