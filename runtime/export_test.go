package runtime

// PoolRows returns for how many held poses and offsets a crowd has room.
func PoolRows(c *Crowd) (held, offsets int) {
	return len(c.held.all()) / c.held.each, len(c.offsets.pool.all()) / c.offsets.pool.each
}
