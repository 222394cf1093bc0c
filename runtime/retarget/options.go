package retarget

import (
	"cmp"
	"fmt"

	"github.com/sinew-anim/sinew/internal/defaults"
	"github.com/sinew-anim/sinew/soa"
)

// Options are the settings of Retarget.
type Options struct {
	// Table maps names of the source's joints, see Map.
	Table map[string]string
	// Bodies are, of source and target, the joints of a human body by the names that VRM
	// has for bones, as avatars say them; an empty one is found by the names of joints.
	Bodies [2]map[string]string
	// Scale is that of translations; 0 means the ratio of the lengths of the legs, or of
	// all mapped bones where there are no legs.
	Scale float64
	// KeepRest takes the rest poses as equal: no limb is brought into the direction of
	// the source's.
	KeepRest bool

	// Goals brings hands and feet to where the source's are, relative to the shoulder and
	// the hip and times the ratio of the lengths of the limb, feet at the source's height
	// above the ground; elbows and knees bend as they do without.
	Goals bool
	// Plant holds feet on the ground in the times in which the source's are: while the
	// toes are slower than PlantSpeed (0: 0.3 m/s), or slip over the ground by less than
	// contact.DefaultPace of the speed of the whole, and lower than PlantHeight (0: 5 cm)
	// above their lowest place in the clip, both for legs of 0.85 m. It sets in and ends
	// within PlantBlend seconds (0: 0.1 s).
	Plant                               bool
	PlantSpeed, PlantHeight, PlantBlend float64

	// Bound and Angle are the largest distance in metres and angle in degrees by which a
	// joint may stray between keys; 0 means 0.1 mm and 0.02°. Where it takes more keys
	// they are added, down to 1/4096 of the time between two and to 1/960 s: a pose that
	// jumps strays there, see Report.Stray.
	Bound, Angle float64

	// MaxBytes is the greatest memory of the keys; 0 means 1 GiB. What takes more is
	// soa.ErrTooLarge: a key has values of all joints, so that a clip of many joints with
	// key times of their own takes memory proportional to the square of their number.
	MaxBytes int64
}

// The defaults of Options.
const (
	DefaultBound       = 1e-4
	DefaultAngle       = 0.02
	DefaultPlantSpeed  = 0.3
	DefaultPlantHeight = 0.05
	DefaultPlantBlend  = 0.1
	DefaultMaxBytes    = 1 << 30
)

func (o *Options) fill() error {
	if err := cmp.Or(defaults.Positive("Bound", &o.Bound, DefaultBound), defaults.Positive("Angle", &o.Angle, DefaultAngle),
		defaults.Positive("PlantSpeed", &o.PlantSpeed, DefaultPlantSpeed), defaults.Positive("PlantHeight", &o.PlantHeight, DefaultPlantHeight),
		defaults.Positive("PlantBlend", &o.PlantBlend, DefaultPlantBlend)); err != nil {
		return err
	}
	if o.MaxBytes < 0 {
		return fmt.Errorf("%w: MaxBytes is %d", soa.ErrOption, o.MaxBytes)
	}
	o.MaxBytes = cmp.Or(o.MaxBytes, DefaultMaxBytes)
	if o.Scale < 0 || o.Scale-o.Scale != 0 {
		return fmt.Errorf("%w: scale %v", soa.ErrOption, o.Scale)
	}
	return nil
}
