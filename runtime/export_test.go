package runtime

// PoolRows returns for how many held poses and offsets a crowd has room.
func PoolRows(c *Crowd) (held, offsets int) {
	return len(c.set.active.Held.All()) / c.set.active.Held.Each, len(c.set.active.Offsets.Pool.All()) / c.set.active.Offsets.Pool.Each
}
