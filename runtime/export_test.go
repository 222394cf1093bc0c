package runtime

// PoolRows returns for how many held poses and offsets a crowd has room.
func PoolRows(c *Crowd) (held, offsets int) {
	return len(c.set.Active.Held.All()) / c.set.Active.Held.Each, len(c.set.Active.Offsets.Pool.All()) / c.set.Active.Offsets.Pool.Each
}
