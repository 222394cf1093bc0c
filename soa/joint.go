package soa

// MaxJoints is the largest number of joints of one skeleton: a joint index is
// an int16, and the slots of a layout are whole groups of four.
const MaxJoints = 1<<15 - 4

// NoJoint marks an absent joint, such as the parent of a root.
const NoJoint = -1
