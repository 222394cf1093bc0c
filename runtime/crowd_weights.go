package runtime

// Weights returns the morph weights of the character, one per weight of the model. The next
// Update overwrites them.
func (x Instance) Weights() []float32 {
	if !x.has() {
		return nil
	}
	return x.crowd.set.mix.Weights.Of(x.index)
}

// AllWeights returns the morph weights of all instances, WeightStride apart.
func (c *Crowd) AllWeights() []float32 { return c.set.mix.Weights.Values[:c.n*c.set.mix.Weights.Each] }

// WeightStride returns the number of morph weights of an instance.
func (c *Crowd) WeightStride() int { return c.set.mix.Weights.Each }
