//go:build !amd64 || purego

package meshopt

func decodeGroups(plane *[maxBlock]byte, groups int, widths *[4]uint8, header, data []byte) []byte {
	return decodeGroupsGo(plane, groups, widths, header, data)
}

func (p *columns) sum(dst []byte, stride, n int, previous *uint32, channel byte) {
	p.sumGo(dst, stride, 0, n, previous, channel)
}
