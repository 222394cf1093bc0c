package runtime

// Weights returns the morph weights of the character, one per weight of the model. The next
// Update overwrites them.
func (x Instance) Weights() []float32 {
	if !x.has() {
		return nil
	}
	return x.crowd.set.mix.weights.of(x.index)
}

// AllWeights returns the morph weights of all instances, WeightStride apart.
func (c *Crowd) AllWeights() []float32 { return c.set.mix.weights.values[:c.n*c.set.mix.weights.each] }

// WeightStride returns the number of morph weights of an instance.
func (c *Crowd) WeightStride() int { return c.set.mix.weights.each }
