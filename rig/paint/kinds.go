package paint

// kinds lists the operations of documents, by the names of their fields.
var kinds = []struct {
	name string
	make func() Operation
	is   func(v any) bool
}{
	{"replace", func() Operation { return new(Replace) }, is[*Replace]},
	{"add", func() Operation { return new(Add) }, is[*Add]},
	{"subtract", func() Operation { return new(Subtract) }, is[*Subtract]},
	{"scale", func() Operation { return new(Scale) }, is[*Scale]},
	{"smooth", func() Operation { return new(Smooth) }, is[*Smooth]},
	{"blur", func() Operation { return new(Blur) }, is[*Blur]},
	{"gradient", func() Operation { return new(Gradient) }, is[*Gradient]},
	{"levels", func() Operation { return new(Levels) }, is[*Levels]},
	{"mirror", func() Operation { return new(Mirror) }, is[*Mirror]},
	{"limit", func() Operation { return new(Limit) }, is[*Limit]},
	{"prune", func() Operation { return new(Prune) }, is[*Prune]},
	{"quantize", func() Operation { return new(Quantize) }, is[*Quantize]},
	{"hammer", func() Operation { return new(Hammer) }, is[*Hammer]},
	{"transfer", func() Operation { return new(Transfer) }, is[*Transfer]},
}

// kindOf returns the index of an operation's kind, or −1.
func kindOf(e Operation) int {
	for k := range kinds {
		if kinds[k].is(e) {
			return k
		}
	}
	return -1
}

// Kinds lists the names of operations in documents.
func Kinds() (names []string) {
	for k := range kinds {
		names = append(names, kinds[k].name)
	}
	return names
}

// KindOf returns the name of an operation in documents, or "".
func KindOf(e Operation) string {
	if k := kindOf(e); k >= 0 {
		return kinds[k].name
	}
	return ""
}
