// The variables that the programs in the guides begin with.
package docs

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"math"
	"os"
	"time"
	"unsafe"

	"github.com/sinew-anim/sinew/bake"
	"github.com/sinew-anim/sinew/edit"
	"github.com/sinew-anim/sinew/edit/retarget"
	"github.com/sinew-anim/sinew/exporter"
	"github.com/sinew-anim/sinew/gpu"
	"github.com/sinew-anim/sinew/gpu/film"
	"github.com/sinew-anim/sinew/gpu/headless"
	"github.com/sinew-anim/sinew/gpu/window"
	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/inspect"
	"github.com/sinew-anim/sinew/rig"
	"github.com/sinew-anim/sinew/rig/paint"
	"github.com/sinew-anim/sinew/rig/weights"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/control"
	"github.com/sinew-anim/sinew/runtime/graph"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
	"github.com/sinew-anim/sinew/soa/archive"
)

var (
	ctx         context.Context
	err         error
	data        []byte
	dt, seconds float64
	i, n        int
	model       *soa.Model
	other       *soa.Model
	edited      *soa.Model
	w           io.Writer
	bank        *soa.Bank
	packed      []*soa.Packed
	stored      *archive.Archive
	source      runtime.Source
	crowd       *runtime.Crowd
	hero        runtime.Instance
	upperBody   pose.Mask
	stack       *control.Stack
	legs        []control.Leg
	rays        []control.Ray
	instances   *control.Instances
	renderer    *gpu.Renderer
	scene       *gpu.Scene
	framebuffer uint32
	width       int
	height      int
	viewProj    [16]float32
	drawn       *soa.Model
	world       []soa.Affine
	view        gpu.Orbit

	idle, run, walk, wave, breathe, jog int
	speed                               float32
	handle, back                        [3]float32
	tracked                             map[string]float32
	bodies                              []control.Body
	joint                               *pose.JointColumns
	block                               []float32
	at                                  *pose.Changing
	nods                                []float64
)

func upload(i int, palette []float32)            {}
func playSound(instance int, secondsAgo float64) {}
func simulate(bodies []control.Body, dt float64) {}
func multiply(a, b [4]float32) [4]float32        { return a }
func cast(rays []control.Ray) []control.Hit      { return nil }
func getProcAddress(name string) unsafe.Pointer  { return nil }
