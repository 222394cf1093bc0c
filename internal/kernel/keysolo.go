package kernel

// SampleKeys is SampleKeys16 for one instance, at tick + rest (see SplitTick): it writes the
// keyed columns of a row, a quad each, with the bits of a lane.
func SampleKeys(row []float32, clip *KeyClip, tick, rest float32, scratch *KeyScratch) error {
	if len(clip.bends) > 0 || len(row) < clip.columns.RowValues() {
		if err := checkLengths("SampleKeys", rowLength(clip.columns, "row", row), scratch.length(clip)); err != nil {
			return err
		}
	}
	if len(clip.lines) > 0 {
		sampleKeys1(row, clip, tick, rest)
	}
	if len(clip.bends) > 0 {
		scratch.bend1(row, clip, tick, rest)
	}
	return nil
}

func sampleKeys1Go(row []float32, clip *KeyClip, tick, rest float32) {
	quad := clip.quad
	for i := range clip.lines {
		line := &clip.lines[i]
		columns := int(4 * (line.packs + line.otherPacks))
		at, alpha := clip.find(line, tick, rest)
		a := castQuads(clip.values[at:][:4*columns])
		b := castQuads(clip.values[at+int(line.next/4):][:4*columns])
		b = b[:len(a)]
		for c := range a {
			v := (*[4]float32)(row[quad[c]:])
			v[0], v[1], v[2], v[3] = lerp4(&a[c], &b[c], alpha)
		}
		quad = quad[columns:]
	}
}

// HoldKeys is HoldKeys16 for a row.
func HoldKeys(row []float32, clip *KeyClip) error {
	if err := checkLengths("HoldKeys", rowLength(clip.columns, "row", row)); err != nil {
		return err
	}
	for i := range clip.held {
		h := &clip.held[i]
		copy(row[h.quad:], h.value[:otherRows])
	}
	return nil
}
