package main

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/reports"
	"github.com/sinew-anim/sinew/inspect"
	"github.com/spf13/cobra"
)

// diffLimits are the flags of diff that say which differences fail.
type diffLimits struct {
	fail          []string
	count, ignore []string
	limits        inspect.CompareLimits
}

func (l *diffLimits) addFlags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringSliceVar(&l.fail, "fail", nil, "exit code 1 beyond `limits`, such as 1mm or 1mm,0.5deg: see above")
	f.StringSliceVar(&l.count, "count", nil, "of --fail: count only these `kinds` of differences")
	f.StringSliceVar(&l.ignore, "ignore", nil, "of --fail: do not count these `kinds`, such as names,materials")
}

// kindNames lists the kinds of differences.
func kindNames() (list []string) {
	for _, k := range inspect.ChangeKinds() {
		list = append(list, string(k))
	}
	return list
}

// The limits of what --fail does not name: times in seconds, and fractions.
const (
	usualTime     = 1e-3
	usualFraction = 0.01
)

// parse reads the flags.
func (l *diffLimits) parse() error {
	if len(l.fail) == 0 {
		if len(l.count)+len(l.ignore) > 0 {
			return console.Usagef("--count and --ignore choose what --fail counts; add --fail, such as --fail 1mm")
		}
		return nil
	}
	l.limits = inspect.CompareLimits{Distance: math.Inf(1), Angle: math.Inf(1), Time: usualTime, Fraction: usualFraction}
	for _, text := range l.fail {
		if err := l.limit(strings.TrimSpace(text)); err != nil {
			return err
		}
	}
	for _, list := range []struct {
		flag  string
		names []string
	}{{"--count", l.count}, {"--ignore", l.ignore}} {
		for _, name := range list.names {
			if !slices.Contains(kindNames(), name) {
				return console.Usagef("%s: %q is none of %s", list.flag, name, strings.Join(kindNames(), ", "))
			}
		}
	}
	l.limits.Kinds = []inspect.ChangeKind{}
	for _, name := range kindNames() {
		if (len(l.count) == 0 || slices.Contains(l.count, name)) && !slices.Contains(l.ignore, name) {
			l.limits.Kinds = append(l.limits.Kinds, inspect.ChangeKind(name))
		}
	}
	return nil
}

// limit reads one limit by its unit.
func (l *diffLimits) limit(text string) error {
	for _, unit := range []struct {
		name string
		to   *float64
		size float64
	}{
		{"deg", &l.limits.Angle, 1}, {"°", &l.limits.Angle, 1}, {"%", &l.limits.Fraction, 0.01}, {"ms", &l.limits.Time, 1e-3}, {"s", &l.limits.Time, 1},
		{"mm", &l.limits.Distance, 1e-3}, {"cm", &l.limits.Distance, 0.01}, {"um", &l.limits.Distance, 1e-6}, {"µm", &l.limits.Distance, 1e-6}, {"m", &l.limits.Distance, 1},
	} {
		number, ok := strings.CutSuffix(text, unit.name)
		if !ok {
			continue
		}
		v, err := console.FiniteNumber("--fail", number)
		if err != nil {
			return err
		}
		if v < 0 {
			return console.Usagef("--fail: %s is below 0", text)
		}
		*unit.to = v * unit.size
		return nil
	}
	return console.Usagef("--fail: %q is no limit such as 1mm, 0.5deg, 1ms or 1%%", text)
}

// check notes in the report what exceeds the limits, and returns an error if something does.
func (l *diffLimits) check(d *reports.Diff) error {
	if len(l.fail) == 0 {
		return nil
	}
	d.Failed = d.Exceeds(l.limits)
	if len(d.Failed) == 0 {
		return nil
	}
	return fmt.Errorf("%s and %s: %s, the first is %v", d.FileA, d.FileB,
		console.Plural(len(d.Failed), "difference")+" beyond --fail "+strings.Join(l.fail, ","), d.Failed[0])
}
