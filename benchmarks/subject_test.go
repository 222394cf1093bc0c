package benchmarks

import (
	"context"
	"fmt"
	"os"
	"strings"
	"sync"

	"github.com/sinew-anim/sinew/internal/measure"
	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/soa"
)

// subject is a character to measure, created on first use.
type subject struct {
	name  string
	clips int // number of its clips that a mixed crowd plays
	load  func() (*measure.Character, error)
}

// modelFiles names the environment variable with files to measure instead.
const modelFiles = "SINEW_BENCH_MODEL"

// subjects are the characters, the default first.
var subjects = sync.OnceValue(func() []subject {
	if files := os.Getenv(modelFiles); files != "" {
		return []subject{fileSubject(strings.Split(files, ","))}
	}
	captured := []figure.Motion{}
	for i, seconds := range []float64{1.3, 0.7, 0.8, 1, 1.6, 2, 3, 5} {
		captured = append(captured, figure.Motion{Name: fmt.Sprint("motion ", i), Seconds: seconds, Drive: figure.Captured})
	}
	return []subject{
		madeSubject("captured", captured...),
		madeSubject("long", figure.Motion{Name: "long", Seconds: 30, Drive: figure.Captured}),
		madeSubject("full", figure.Motion{Name: "full", Seconds: 1.3, Drive: figure.Everything}),
	}
})

func madeSubject(name string, motions ...figure.Motion) subject {
	return subject{name, len(motions), sync.OnceValues(func() (*measure.Character, error) {
		m := figure.Character(motions...)
		return measure.NewCharacter(m, m.Clips)
	})}
}

func fileSubject(files []string) subject {
	name := files[len(files)-1]
	name = name[strings.LastIndexAny(name, `/\`)+1:]
	name = strings.Map(func(r rune) rune { // characters allowed in a benchmark's name
		if r == ' ' || r == '/' || r == '=' {
			return '_'
		}
		return r
	}, name)
	character, err := loadSubject(files)
	clips := 1 // a guess if it cannot be loaded, which run reports
	if err == nil {
		clips = min(mostClips, len(character.Model().Clips))
	}
	return subject{name, clips, func() (*measure.Character, error) { return character, err }}
}

func loadSubject(files []string) (*measure.Character, error) {
	m, err := loadFiles(context.Background(), files)
	if err != nil {
		return nil, err
	}
	return measure.NewCharacter(m, moving(m.Clips))
}

// moving returns the clips that have a duration.
func moving(clips []*soa.Clip) (list []*soa.Clip) {
	for _, c := range clips {
		if c.Duration > 0 {
			list = append(list, c)
		}
	}
	return list
}
