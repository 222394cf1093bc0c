//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package fault

// stamp returns ErrUnsettled: files are not mapped here.
func (w *File) stamp() (stamp, error) { return stamp{}, ErrUnsettled }
