package play

// LOD is a level of detail of a crowd's instances.
type LOD struct {
	// Every is the number of updates from one evaluation of an instance to the next; 0 means 1.
	// Instances take turns, so that each update has the same work. Time advances exactly in every
	// update; between evaluations the palette stays. With Never only time advances. At most 250.
	Every int
	// Detail is the index in soa.Layout.Levels of the slots that are evaluated.
	Detail int
	// Layers, where not 0, is the greatest number of clips that are combined: those of the greatest weights, times
	// the mean of their masks. They take over the weights of the others of their group. Clips that a layer covers
	// completely are left out first. One clip of the lowest group remains.
	Layers int
}

// Never as LOD.Every is for instances out of sight.
const Never = -1
