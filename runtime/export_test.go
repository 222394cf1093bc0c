package runtime

// PoolRows returns for how many held poses and offsets a crowd has room.
func PoolRows(c *Crowd) (held, offsets int) {
	return len(c.active.held.all()) / c.active.held.each, len(c.active.offsets.pool.all()) / c.active.offsets.pool.each
}
