package humanoid_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/soa"
	"github.com/sinew-anim/sinew/soa/humanoid"
)

// jointNames are those of tools that name joints where others name bones, by the names of parts.
var jointNames = map[string]map[string]string{
	"SMPL": {
		"Hips": "Pelvis", "Spine": "Spine1", "Spine1": "Spine2", "Spine2": "Spine3", "Neck": "Neck", "Head": "Head",
		"%Shoulder": "%_Collar", "%Arm": "%_Shoulder", "%ForeArm": "%_Elbow", "%Hand": "%_Wrist",
		"%UpLeg": "%_Hip", "%Leg": "%_Knee", "%Foot": "%_Ankle", "%ToeBase": "%_Foot",
	},
	"Azure Kinect": {
		"Hips": "PELVIS", "Spine": "SPINE_NAVEL", "Spine1": "SPINE_MID", "Spine2": "SPINE_CHEST", "Neck": "NECK", "Head": "HEAD",
		"%Shoulder": "CLAVICLE_%", "%Arm": "SHOULDER_%", "%ForeArm": "ELBOW_%", "%Hand": "WRIST_%",
		"%UpLeg": "HIP_%", "%Leg": "KNEE_%", "%Foot": "ANKLE_%", "%ToeBase": "FOOT_%",
	},
	"AdvancedSkeleton": {
		"Hips": "Root_M", "Spine": "Spine1_M", "Spine1": "Spine2_M", "Spine2": "Chest_M", "Neck": "Neck_M", "Head": "Head_M",
		"%Shoulder": "Scapula_%", "%Arm": "Shoulder_%", "%ForeArm": "Elbow_%", "%Hand": "Wrist_%",
		"%UpLeg": "Hip_%", "%Leg": "Knee_%", "%Foot": "Ankle_%", "%ToeBase": "Toes_%",
	},
}

// plain returns the body with the names of a tool; fingers, and parts without, have no meaning by name.
func plain(names map[string]string, without ...string) (*soa.Skeleton, humanoid.Body) {
	n := 0
	return figure(func(p part, side string) string {
		name, ok := names[p.name]
		if n++; !ok || slices.Contains(without, p.name) || slices.Contains(without, strings.ReplaceAll(p.name, "%", side)) {
			return fmt.Sprintf("xq%d", n)
		}
		return strings.ReplaceAll(name, "%", strings.ToUpper(side))
	})
}

// TestNamesOfJoints: names of joints, of which some are unknown, mean the joints.
func TestNamesOfJoints(t *testing.T) {
	for tool, names := range jointNames {
		for _, without := range [][]string{nil, {"Hips", "%UpLeg"}, {"Hips", "LeftUpLeg", "RightLeg"}, {"%UpLeg", "%Leg", "%Foot"}, {"RightFoot", "LeftLeg"}, {"%Foot"}} {
			if without != nil && tool == "AdvancedSkeleton" {
				continue
			}
			k, want := plain(names, without...)
			for role := range want {
				if bare, _ := humanoid.SplitRole(role); !slices.Contains([]string{"UpperLeg", "LowerLeg", "Foot", "Toes", "Shoulder", "UpperArm", "LowerArm", "Hand", "hips", "spine"}, bare) {
					delete(want, role)
				}
			}
			got, how := humanoid.Find(k)
			for role := range got {
				if _, ok := want[role]; !ok {
					delete(got, role)
				}
			}
			if how != humanoid.ByBody {
				t.Errorf("%s without %v: found by %q", tool, without, how)
			}
			compare(t, fmt.Sprintf("%s without %v", tool, without), k, got, want)
		}
	}
}

// TestOneLimbWithoutNames: a limb of which one side has no name and the other few.
func TestOneLimbWithoutNames(t *testing.T) {
	for _, without := range [][]string{
		{"LeftUpLeg", "LeftLeg", "LeftFoot", "LeftToeBase", "RightUpLeg", "RightFoot"},
		{"LeftShoulder", "LeftArm", "LeftForeArm", "LeftHand", "RightForeArm", "RightHand", "Spine2"},
		{"Hips", "LeftUpLeg", "RightUpLeg", "RightFoot", "Neck"},
		{"Hips", "Spine", "RightUpLeg", "RightLeg", "LeftUpLeg"},
	} {
		k, want := figure(func(p part, side string) string {
			name := strings.ReplaceAll(p.name, "%", side)
			if i := slices.Index(without, name); i >= 0 {
				return fmt.Sprintf("xq%d", i)
			}
			return name
		})
		got, how := humanoid.Find(k)
		if how != humanoid.ByBody {
			t.Errorf("without %v: found by %q", without, how)
		}
		compare(t, fmt.Sprintf("without %v", without), k, got, want)
	}
}

// TestFindNeverPanics: whatever part of a body has names, of whatever tool.
func TestFindNeverPanics(t *testing.T) {
	for seed := range uint64(2000) {
		random := rand.New(rand.NewPCG(seed, 9))
		few := random.Float64()
		k, _ := figure(func(p part, side string) string {
			if strings.Contains(p.name, "HandT") || random.Float64() < few {
				return fmt.Sprintf("xq%d", random.IntN(1e6))
			}
			for _, tool := range []string{"SMPL", "Azure Kinect", "AdvancedSkeleton"} {
				if name, ok := jointNames[tool][p.name]; ok && random.IntN(4) == 0 {
					return strings.ReplaceAll(name, "%", strings.ToUpper(side))
				}
			}
			return strings.ReplaceAll(p.name, "%", side)
		})
		b, _ := humanoid.Find(k)
		for role, chain := range b {
			if len(chain) == 0 {
				t.Errorf("seed %d: %s has no joint", seed, role)
			}
		}
	}
}
