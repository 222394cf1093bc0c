package main

import (
	"path/filepath"
	"testing"
)

// diffOf returns the largest distance in metres between joints of two files.
func diffOf(t *testing.T, a, b string) float64 {
	t.Helper()
	d := diffJSON(t, "--no-vertices", a, b)
	if len(d.Clips) == 0 {
		t.Fatalf("%s and %s have no clips in common", a, b)
	}
	return d.Joint
}

// retargets is what retarget --json prints.
type retargets struct {
	Bytes int
	Clips []struct {
		Name     string
		Retarget struct {
			Scale  float64
			Joints []struct{ Source, Target, How string }
			Target []struct{ Joint string }
		}
	}
}

func retargetJSON(t *testing.T, args ...string) retargets {
	t.Helper()
	return answer[retargets](t, append([]string{"retarget"}, args...)...)
}

func TestRetargetMirrorsClipsTwice(t *testing.T) {
	once, twice := filepath.Join(t.TempDir(), "once.sinew"), filepath.Join(t.TempDir(), "twice.sinew")
	succeed(t, "retarget", striderArchive(t), "--mirror", "-o", once, "--exact")
	// Under the old names, to be compared.
	for _, name := range []string{"walk", "jump"} {
		succeed(t, "retarget", once, "--mirror", "-o", twice, "--exact", "--clip", name+"_mirrored", "--name", name)
		if d := diffOf(t, striderArchive(t), twice); !(d < 1e-5) {
			t.Errorf("%s mirrored twice is %v m from itself", name, d)
		}
	}
}

func TestRetargetOntoItsOwnModel(t *testing.T) {
	out, table := filepath.Join(t.TempDir(), "out.sinew"), write(t, "table.json", `{"joints": {"fingers.L": null}}`)
	args := []string{striderArchive(t), "--onto", striderArchive(t), "--clip", "walk"}
	said := retargetJSON(t, append(args, "--keep", "--name", "{clip} again", "--map", table, "-o", out)...)
	if len(said.Clips) != 1 || said.Clips[0].Name != "walk again" || said.Bytes == 0 {
		t.Fatalf("%+v", said)
	}
	r := said.Clips[0].Retarget
	if r.Scale != 1 || len(r.Joints) != 25 || len(r.Target) != 9 || r.Target[0].Joint != "fingers.L" {
		t.Errorf("%+v", r)
	}
	if got := clipNamesOf(infoOf(t, out)); got != "jump, walk, wave, walk again" {
		t.Errorf("the archive holds %s", got)
	}
	if r := retargetJSON(t, args...).Clips[0].Retarget; len(r.Joints) != 26 || len(r.Target) != 8 { // without an output it only tells
		t.Errorf("%+v", r)
	}
}
