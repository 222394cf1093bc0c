// Package rigging reads the changes of a skeleton from flags, makes them, and reports what they did,
// for sinew rig.
//
//	--insert wrist=hand:0.9 --rename a=b --pose T  ─►  rig.InsertJoint, Rename, TakePose    in this order
package rigging
