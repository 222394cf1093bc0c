//go:build darwin || freebsd || netbsd

package fault

import "syscall"

// stamp asks the file system.
func (w *File) stamp() (stamp, error) {
	var s syscall.Stat_t
	if err := syscall.Fstat(w.fd, &s); err != nil {
		return stamp{}, err
	}
	return stamp{
		size: s.Size, written: s.Mtimespec.Nano(), changed: s.Ctimespec.Nano(),
		links: uint64(s.Nlink), mode: uint64(s.Mode), owner: uint64(s.Uid), group: uint64(s.Gid),
	}, nil
}
