//go:build linux

package fault_test

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"syscall"
	"testing"

	"github.com/sinew-anim/sinew/internal/fault"
)

const page = 4096

// mapped is three pages of a file: two of ones, and one that ends in a mark.
func mapped(t *testing.T) (file string, b []byte) {
	t.Helper()
	file = filepath.Join(t.TempDir(), "pages")
	content := strings.Repeat("\x01", 2*page) + strings.Repeat("\x02", page)
	if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if b, err = syscall.Mmap(int(f.Fd()), 0, 3*page, syscall.PROT_READ, syscall.MAP_PRIVATE); err != nil {
		t.Fatal(err)
	}
	m := fault.Map(b, nil)
	m.Seal(b, nil, nil)
	t.Cleanup(func() {
		m.Close()
		if err := syscall.Munmap(b); err != nil {
			t.Error(err)
		}
	})
	return file, b
}

// TestGuard: what a function reads of a file, and whatever it does with zeros, is an error
// once the file is shorter.
func TestGuard(t *testing.T) {
	sum := func(b []byte) func() error {
		return func() error {
			for _, v := range b {
				if v == 0 {
					return errors.New("a zero")
				}
			}
			return nil
		}
	}
	index := func(b []byte) func() error {
		return func() error {
			_ = b[:1][min(1, 1-int(b[0]))]
			return nil
		}
	}
	for name, c := range map[string]struct {
		size int64
		do   func([]byte) func() error
	}{
		"a page":         {0, sum},
		"half a page":    {page / 2, sum},
		"a panic":        {0, index},
		"the mark alone": {3*page - 1, sum},
		"workers": {0, func(b []byte) func() error {
			return func() error {
				var g fault.Group
				for range 3 {
					g.Go(func() { _ = sum(b)() })
				}
				g.Wait()
				return nil
			}
		}},
		"its page": {2 * page, func([]byte) func() error { return func() error { return nil } }},
	} {
		file, b := mapped(t)
		set := fault.AddMapping(nil, b[10:20])
		if len(set) != 1 || len(fault.AddMapping(set, b)) != 1 {
			t.Fatalf("%s: %d mappings", name, len(set))
		}
		if err := set.Guard(c.do(b)); err != nil {
			t.Errorf("%s: before: %v", name, err)
		}
		if err := os.Truncate(file, c.size); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if err := set.Guard(c.do(b)); !errors.Is(err, fault.ErrTruncated) {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

// TestGuardPassesOn: what has nothing to do with the file stays what it is.
func TestGuardPassesOn(t *testing.T) {
	_, b := mapped(t)
	set := fault.AddMapping(nil, b)
	mine := errors.New("mine")
	if err := set.Guard(func() error { return mine }); err != mine {
		t.Error(err)
	}
	if set := fault.AddMapping(nil, make([]byte, 1)); set != nil {
		t.Errorf("a slice in memory is in %d mappings", len(set))
	}
	defer func() {
		if p := recover(); p != mine {
			t.Errorf("a panic became %v", p)
		}
	}()
	_ = set.Guard(func() error { panic(mine) })
}

// TestGuardAllocates nothing while all is well.
func TestGuardAllocates(t *testing.T) {
	_, b := mapped(t)
	set, sum := fault.AddMapping(nil, b), 0
	if n := testing.AllocsPerRun(100, func() {
		_ = set.Guard(func() error { sum += int(b[5]); return nil })
	}); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

// BenchmarkGuard is what a call costs.
func BenchmarkGuard(b *testing.B) {
	file := filepath.Join(b.TempDir(), "page")
	if err := os.WriteFile(file, make([]byte, page), 0o600); err != nil {
		b.Fatal(err)
	}
	data := make([]byte, page)
	m := fault.Map(data, nil)
	defer m.Close()
	m.Seal(data, nil, nil)
	set := fault.AddMapping(nil, data)
	for b.Loop() {
		_ = set.Guard(func() error { return nil })
	}
}

// TestCopy: a copy is equal and shares nothing.
func TestCopy(t *testing.T) {
	type part struct {
		Name string
		At   *float64
	}
	type whole struct {
		Values []float32
		Places [][3]float32
		Parts  []part
		None   []byte
		Count  int
	}
	at := 2.5
	w := &whole{[]float32{1, 2}, [][3]float32{{1}}, []part{{"a", &at}, {"b", nil}}, nil, 3}
	c := fault.Copy(w)
	if !reflect.DeepEqual(c, w) {
		t.Errorf("%+v", c)
	}
	c.Values[0], c.Places[0][0], *c.Parts[0].At, c.Parts[1].Name = 9, 9, 9, "c"
	if w.Values[0] != 1 || w.Places[0][0] != 1 || at != 2.5 || w.Parts[1].Name != "b" {
		t.Errorf("it shares: %+v", w)
	}
}
