package defaults

import (
	"fmt"
	"math"

	"github.com/sinew-anim/sinew/soa"
)

// Positive makes an option that is 0 its default. Others have to be more than 0 and finite:
// the error wraps soa.ErrOption.
func Positive(name string, value *float64, otherwise float64) error {
	if *value == 0 {
		*value = otherwise
	}
	if !(*value > 0) || math.IsInf(*value, 0) {
		return fmt.Errorf("%w: %s is %v", soa.ErrOption, name, *value)
	}
	return nil
}
