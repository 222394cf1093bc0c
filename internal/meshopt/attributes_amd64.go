//go:build amd64 && !purego

package meshopt

import "golang.org/x/sys/cpu"

var hasAVX2 = cpu.X86.HasAVX2 && cpu.X86.HasPOPCNT

// shuffles holds, for each set of wide differences among eight, where each of the eight finds its
// byte among the wide ones; 0x80 for narrow ones. Bytes are lanes, the lowest first.
var shuffles = func() (s [256]uint64) {
	for set := range s {
		n := uint64(0)
		for i := range 8 {
			if set>>i&1 == 0 {
				s[set] |= 0x80 << (8 * i)
			} else {
				s[set] |= n << (8 * i)
				n++
			}
		}
	}
	return s
}()

// decodeGroups is decodeGroupsGo by other instructions.
func decodeGroups(plane *[maxBlock]byte, groups int, widths *[4]uint8, header, data []byte) []byte {
	if !hasAVX2 || len(data) < maxGroup {
		return decodeGroupsGo(plane, groups, widths, header, data)
	}
	n := groupsAVX2(plane, groups, widths, &shuffles, &header[0], &data[0], len(data))
	if n < 0 {
		return nil
	}
	return data[n:]
}

// sum is sumGo, by groups of elements as far as there are whole ones.
func (p *columns) sum(dst []byte, stride, n int, previous *uint32, channel byte) {
	groups := n / group
	if !hasAVX2 || groups == 0 {
		p.sumGo(dst, stride, 0, n, previous, channel)
		return
	}
	switch channel & 3 {
	case 0:
		sumBytesAVX2(&dst[0], stride, p, groups, previous)
	case 1:
		sumShortsAVX2(&dst[0], stride, p, groups, previous)
	default:
		sumRotatedAVX2(&dst[0], stride, p, groups, previous, int(channel>>4))
	}
	p.sumGo(dst, stride, groups*group, n, previous, channel)
}

//go:noescape
func groupsAVX2(plane *[maxBlock]byte, groups int, widths *[4]uint8, shuffles *[256]uint64, header, data *byte, n int) int

//go:noescape
func sumBytesAVX2(dst *byte, stride int, planes *columns, groups int, previous *uint32)

//go:noescape
func sumShortsAVX2(dst *byte, stride int, planes *columns, groups int, previous *uint32)

//go:noescape
func sumRotatedAVX2(dst *byte, stride int, planes *columns, groups int, previous *uint32, rotation int)
