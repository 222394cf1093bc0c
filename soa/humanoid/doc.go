// Package humanoid finds the parts of a human body in a skeleton, by the names of its joints or
// by its shape, and maps the joints of one skeleton to those of another.
//
//	Find   skeleton ──► Body: role ──► joints    "leftHand" ──► [17], "spine" ──► [1 2 3]
//	Map    two skeletons ──► Pairs of joints     roles, then paths, then names
//
// A role is a part of the body with its side before it: hips, spine, neck, head and jaw; leftEye,
// leftShoulder, leftUpperArm, leftLowerArm, leftHand, leftUpperLeg, leftLowerLeg, leftFoot and
// leftToes; of fingers leftThumb, leftIndex, leftMiddle, leftRing and leftLittle; and the same of
// the right. The joints of a role form a chain from the hips outwards. Besides, root is the joint
// above the hips, pelvis a second joint of that name below them, and leftFingers are the fingers
// of a mitten.
//
// Names are read as the tools write them:
//
//	tool                             hips            the left upper leg    and upper arm
//	Mixamo                           mixamorig:Hips  mixamorig:LeftUpLeg   mixamorig:LeftArm
//	Unreal, MakeHuman for games      pelvis          thigh_l               upperarm_l
//	VRM, Unity                       hips            leftUpperLeg          leftUpperArm
//	Rigify (DEF-, ORG-, metarig)     DEF-spine       DEF-thigh.L           DEF-upper_arm.L
//	Auto-Rig Pro                     root.x          thigh_stretch.l       arm_stretch.l
//	MakeHuman                        root            upperleg01.L          upperarm01.L
//	Biped (3ds Max)                  Bip01 Pelvis    Bip01 L Thigh         Bip01 L UpperArm
//	Daz Genesis 2, 3, 8              hip             lThighBend            lShldrBend
//	Daz Genesis 9                    hip             l_thigh               l_upperarm
//	Character Creator                CC_Base_Hip     CC_Base_L_Thigh       CC_Base_L_Upperarm
//	CMU: ASF                         root            lfemur                lhumerus
//	CMU and other BVH files          Hips            LeftUpLeg, LeftHip    LeftArm, LeftShoulder
//	Kinect 1                         HipCenter       HipLeft               ShoulderLeft
//	Kinect 2                         SpineBase       HipLeft               ShoulderLeft
//	Azure Kinect                     PELVIS          HIP_LEFT              SHOULDER_LEFT
//	OptiTrack Motive                 Hip             LThigh                LUArm
//	Xsens MVN                        Pelvis          LeftUpperLeg          LeftUpperArm
//	Rokoko                           Hips            LeftThigh             LeftArm
//	Perception Neuron                Hips            LeftUpLeg             LeftArm
//	SMPL, SMPL-X                     pelvis          left_hip              left_shoulder
//	AdvancedSkeleton                 Root_M          Hip_L                 Shoulder_L
//
// A name is split into words at separators, digits and changes of case; namespaces, prefixes and
// suffixes of exporters and numbers are dropped, as is what most names of the skeleton have in common, and
// a word for a side (l, left, r, right) is set aside.
//
// What names leave open is found by shape, limb by limb: joints between known ones, the next bones of a
// limb that are as long on both sides, two like limbs that hang from the hips or the trunk, the trunk
// between hips and arms, five fingers by their places; trunk and limbs at once where the whole skeleton has
// the shape of one body that no name contradicts. Only joints whose names mean nothing get a role
// so, and only where the tree leaves one choice. Where names show no body at all, it is found by its shape
// alone: hips with two similar legs and a spine that ends in two similar arms and a head.
//
// Errors wrap ErrTable, ErrHips or soa.ErrInvalid.
package humanoid
