package retarget

import (
	"cmp"
	"fmt"

	"github.com/sinew-anim/sinew/internal/defaults"
	"github.com/sinew-anim/sinew/soa"
)

// Options are the settings of Retarget.
type Options struct {
	// Table and Bodies describe the joints, see humanoid.Options.
	Table  map[string]string
	Bodies [2]map[string]string
	// Scale multiplies translations; 0 means the ratio of the lengths of the legs, or of
	// all mapped bones where there are no legs.
	Scale float64
	// KeepRest assumes that both rest poses match: limbs at rest are not aligned.
	KeepRest bool
	// Rest chooses the pose of the source that corresponds to the target's rest pose.
	Rest Rest
	// Strict makes Report.Limbs an error, ErrLimb.
	Strict bool

	// Goals matches the source's hand and foot positions by two-bone IK, relative to the shoulder
	// and the hip and times the ratio of the lengths of the limb; feet are at the source's height
	// above the ground. Elbows and knees keep the planes in which they bend.
	Goals bool
	// Plant holds feet on the ground while the source's are: while the toes are slower than
	// PlantSpeed (0: 0.3 m/s), or slip over the ground by less than retarget.DefaultPace of the
	// speed of the whole, and are lower than PlantHeight (0: 5 cm) above their lowest place in the
	// clip, both for legs of 0.85 m. Contacts fade in and out within PlantBlend seconds (0: 0.1 s).
	Plant                               bool
	PlantSpeed, PlantHeight, PlantBlend float64

	// Bound and Angle are the largest deviation of a joint between keys, in metres and degrees;
	// 0 means 0.1 mm and 0.02°. Keys are added to hold them, down to 1/4096 of the time between
	// two of the source's and to 1/960 s. Report.Stray has the largest excess.
	Bound, Angle float64

	// MaxBytes limits the memory of the keys; 0 means 1 GiB. A clip that takes more is
	// soa.ErrTooLarge. A key has values of all joints, so memory is proportional to the square of
	// the number of joints where each has key times of its own.
	MaxBytes int64
}

// The defaults of Options.
const (
	defaultBound       = 1e-4
	defaultAngle       = 0.02
	defaultPlantSpeed  = 0.3
	defaultPlantHeight = 0.05
	defaultPlantBlend  = 0.1
	defaultMaxBytes    = 1 << 30
)

func (o *Options) fill() error {
	if err := cmp.Or(
		defaults.Positive("Bound", &o.Bound, defaultBound), defaults.Positive("Angle", &o.Angle, defaultAngle),
		defaults.Positive("PlantSpeed", &o.PlantSpeed, defaultPlantSpeed),
		defaults.Positive("PlantHeight", &o.PlantHeight, defaultPlantHeight),
		defaults.Positive("PlantBlend", &o.PlantBlend, defaultPlantBlend),
	); err != nil {
		return err
	}
	if o.MaxBytes < 0 {
		return fmt.Errorf("%w: MaxBytes is %d", soa.ErrOption, o.MaxBytes)
	}
	o.MaxBytes = cmp.Or(o.MaxBytes, defaultMaxBytes)
	if o.Scale < 0 || o.Scale-o.Scale != 0 {
		return fmt.Errorf("%w: scale %v", soa.ErrOption, o.Scale)
	}
	return nil
}
