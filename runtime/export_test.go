package runtime

// PoolRows returns for how many held poses and offsets a crowd has room.
func PoolRows(c *Crowd) (held, offsets int) {
	return len(c.set.active.held.all()) / c.set.active.held.each, len(c.set.active.offsets.pool.all()) / c.set.active.offsets.pool.each
}
