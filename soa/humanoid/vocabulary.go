package humanoid

import "strings"

// prefixWords are words that exporters put before a bone's own name.
var prefixWords = map[string]bool{
	"mixamorig": true, "bip": true, "def": true, "cc": true, "base": true, "j": true, "valve": true, "biped": true,
	"armature": true, "jnt": true, "bn": true, "bone": true, "joint": true, "org": true, "sk": true, "rig": true, "b": true, "c": true,
	"skel": true, "type": true,
}

// suffixWords are words that exporters put after a bone's own name: thigh_l_jnt, or spine_01.x of the
// middle. They count only where the name is not known with them.
var suffixWords = map[string]bool{
	"jnt": true, "jt": true, "joint": true, "bone": true, "bn": true, "bind": true, "skin": true, "def": true,
	"x": true, "m": true, "c": true, "mid": true, "center": true, "centre": true, "smplhf": true,
}

// helperWords name joints that are no part of a body although they lie within one: twists, the ends of
// chains, and what it wears or holds.
var helperWords = map[string]bool{
	"twist": true, "roll": true, "helper": true, "end": true, "nub": true, "tip": true, "site": true, "null": true,
	"ik": true, "pole": true, "target": true, "ctrl": true, "control": true, "mch": true, "socket": true, "attach": true,
	"tail": true, "wing": true, "ear": true, "hair": true, "pony": true, "skirt": true, "cape": true, "cloth": true,
	"breast": true, "boob": true, "pectoral": true, "butt": true, "weapon": true, "sword": true, "shield": true, "gun": true,
	"prop": true, "props": true, "bag": true, "backpack": true, "belt": true, "strap": true, "scarf": true, "sleeve": true, "hat": true,
	"helmet": true, "antenna": true, "horn": true, "fin": true, "tentacle": true, "muscle": true, "jiggle": true, "physics": true,
	"camera": true, "light": true, "face": true, "eye": true, "brow": true, "lip": true, "tongue": true, "teeth": true, "nose": true,
}

// bodyName is the meaning of a bone's bare name.
type bodyName struct {
	role  string
	rank  int // of several names of a role in one skeleton the lowest counts
	sided bool
}

// bodyNames maps bare names to their meanings in the tools that the package documentation lists.
var bodyNames = func() map[string]bodyName {
	names := make(map[string]bodyName)
	add := func(role string, sided bool, groups ...string) {
		for rank, group := range groups {
			for name := range strings.FieldsSeq(group) {
				names[name] = bodyName{role, rank, sided}
			}
		}
	}
	add("root", false, "root reference trajectory")
	add("hips", false, "hips hip pelvis pubis hipcenter centerhip spinebase")
	add("spine", false, "spine chest upperchest lowerback upperback thorax abdomen abdomenlower abdomenupper chestlower "+
		"chestupper torso waist lowerspine upperspine spinelower spineupper ribcage ribs ab abs stomach "+
		"spinemid spinemiddle spineshoulder spinenavel spinenaval spinechest shouldercenter")
	add("neck", false, "neck lowerneck upperneck necklower neckupper necktwist")
	add("head", false, "head")
	add("jaw", false, "jaw jawbone lowerjaw")
	add("Eye", true, "eye", "faceeye eyeball")
	add("Shoulder", true, "clavicle clav collar collarbone", "shoulder scapula")
	add("UpperArm", true, "upperarm uparm uarm humerus shldrbend shldr armupper", "arm armstretch")
	add("LowerArm", true, "lowerarm loarm lowarm farm forearm forarm forearmbend radius armlower forearmstretch", "elbow")
	add("Hand", true, "hand", "wrist")
	add("UpperLeg", true, "upperleg upleg uleg thigh thighbend femur legupper thighstretch", "hip")
	add("LowerLeg", true, "lowerleg loleg lowleg calf shin shinbend shank tibia leglower", "leg legstretch", "knee")
	add("Foot", true, "foot", "ankle")
	add("Toes", true, "toebase toes toeball ball", "toe footthumb")
	for role, list := range map[string]string{
		"Thumb": "thumb", "Index": "index", "Middle": "middle mid", "Ring": "ring", "Little": "little pinky pinkie ringpinky",
	} {
		for name := range strings.FieldsSeq(list) {
			for _, form := range [...]string{"%", "hand%", "f%", "%finger", "%proximal", "%intermediate", "%medial", "%distal"} {
				add(role, true, strings.ReplaceAll(form, "%", name))
			}
		}
	}
	add("Thumb", true, "thumb handthumb fthumb thumbfinger thumbmetacarpal thumbproximal thumbintermediate thumbmedial thumbdistal "+
		"firstmc firstpp firstdp")
	for ordinal, role := range map[string]string{"second": "Index", "third": "Middle", "fourth": "Ring", "fifth": "Little"} {
		for _, phalanx := range [...]string{"pp", "mp", "dp"} { // Xsens
			add(role, true, ordinal+phalanx)
		}
	}
	add("Fingers", true, "fingers finger fingerbase handfinger")
	return names
}()

// fingerKeys are the bare names of the bones of a finger that a number tells from others.
var fingerKeys = map[string]bool{
	"finger": true, "fingerproximal": true, "fingerintermediate": true, "fingermedial": true, "fingerdistal": true, "fingermetacarpal": true,
}

// vertebrae are the highest numbers of lumbar, thoracic and cervical vertebrae, by which Xsens names
// the joints of the back.
var vertebrae = map[string]struct {
	most int
	role string
}{"l": {5, "spine"}, "t": {12, "spine"}, "c": {7, "neck"}}
