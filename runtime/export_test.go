package runtime

// PoolRows returns for how many held poses and offsets a crowd has room.
func PoolRows(c *Crowd) (held, offsets int) {
	return len(c.set.Active.HeldPoses.All()) / c.set.Active.HeldPoses.Each, len(c.set.Active.Offsets.Pool.All()) / c.set.Active.Offsets.Pool.Each
}
