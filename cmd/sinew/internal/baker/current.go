package baker

import (
	"crypto/sha256"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/sinew-anim/sinew/bake"
	"github.com/sinew-anim/sinew/soa/archive"
)

// upToDate reports whether the archive of a job is intact and was made by this version with
// these options from the files as they are now. It fills the report.
func (b *Baker) upToDate(j Job, f *File) bool {
	a, err := archive.Open(j.Out)
	if err != nil {
		return false
	}
	defer a.Close()
	meta, err := a.Meta()
	if err != nil || meta.Tool != b.Tool || meta.Options != b.config || a.Verify() != nil {
		return false
	}
	missing := b.extras() // of the archive's sources
	inputs := make([]bool, len(j.Inputs))
	for _, s := range meta.Sources {
		if k := slices.Index(missing, s); k >= 0 {
			missing = slices.Delete(missing, k, k+1)
			continue
		}
		i, name := 0, s.File
		if len(j.Inputs) > 1 {
			number, rest, _ := strings.Cut(s.File, ":")
			if i, err = strconv.Atoi(number); err != nil || i < 0 || i >= len(j.Inputs) {
				return false
			}
			name = rest
		}
		if !unchanged(filepath.Dir(j.Inputs[i]), name, &s) {
			return false
		}
		inputs[i] = inputs[i] || name == filepath.Base(j.Inputs[i])
	}
	if len(missing) > 0 || slices.Contains(inputs, false) {
		return false
	}
	f.read(a, meta, &b.bake)
	return true
}

// unchanged reports whether a file has the content of a source, or still does not exist.
func unchanged(folder, name string, s *archive.Source) bool {
	if !fs.ValidPath(name) {
		return false
	}
	data, err := fs.ReadFile(os.DirFS(folder), name)
	if s.SHA256 == [32]byte{} {
		return errors.Is(err, fs.ErrNotExist)
	}
	return err == nil && uint64(len(data)) == s.Bytes && sha256.Sum256(data) == s.SHA256
}

// read fills the report of an archive that exists.
func (f *File) read(a *archive.Archive, meta *archive.Meta, o *bake.Options) {
	if info, err := os.Stat(f.Output); err == nil {
		f.Bytes = info.Size()
	}
	for i := range a.Clips() {
		if p, err := a.Packed(i); err == nil {
			f.Clips = append(f.Clips, bake.PackedReport(p, o.Bound))
		}
	}
	for i := range a.Banks() {
		if bank, err := a.Bank(i); err == nil {
			f.Bank = append(f.Bank, bake.BankReports(bank, o.Bound, o.WeightBound)...)
		}
	}
	f.sum(meta.Sources)
}
