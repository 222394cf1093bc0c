package pose

import "errors"

// ErrForm is wrapped by the error about palettes that do not fit the requested form.
var ErrForm = errors.New("the model does not fit the form")

// LayoutOptions add to a layout beyond the needs of skins, meshes and clips.
type LayoutOptions struct {
	// Form forces a form, see soa.Layout.
	Form FormChoice
	// AllJoints keeps every joint of the skeleton, Joints those listed, besides the
	// joints of skins and meshes and their ancestors.
	AllJoints bool
	Joints    []int
	// Only, where it lists joints, keeps these with their ancestors and those of Joints and Reserve,
	// in place of the joints of skins and meshes: for programs that read joints and draw nothing. The
	// layout has no skins and no meshes then.
	Only []int
	// Reserve gives joints columns though no clip moves them, to change poses
	// between source and palettes.
	Reserve []Reservation
	// Levels are distances in metres, ascending: level of detail i+1 leaves out the
	// joints that move nothing farther away than Levels[i]. Nil means a 25th and an
	// 8th of the root's reach; an empty list no such levels.
	Levels []float64
}

// FormChoice is the form of a layout.
type FormChoice uint8

const (
	// FormAuto is soa.Rig where palettes only move, rotate and scale by one factor and
	// chains have at most soa.MaxRigDepth joints, and soa.General where they do more.
	FormAuto    FormChoice = iota
	FormRig                // soa.Rig, or ErrForm
	FormGeneral            // soa.General
)
