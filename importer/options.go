package importer

// Options is what an import may be told; the zero value is not meaningful.
// Callers change it through Option values.
type options struct {
	report      *Report
	fileUnits   bool
	fileAxes    bool
	influences  int
	keepExact   bool
	keepNodes   bool
	skipMeshes  bool
	ticksPerSec float64
	textures    bool
	isolate     *Limits // nil: in this process
	within      string  // the folder that companions may lie in; "" is the model's own
	bounds      Bounds
	rules       ClipRules
	readers     map[string]reader // by extension, without its dot
}

// Option changes one setting of an import.
type Option func(*options)

func newOptions(list []Option) options {
	o := options{influences: 8, textures: true}
	for _, set := range list {
		set(&o)
	}
	o.bounds = o.bounds.withDefaults()
	return o
}

// WithReport fills r with what the import found, repaired and dropped, also
// where the import then fails.
func WithReport(r *Report) Option { return func(o *options) { o.report = r } }

// FileUnits keeps lengths in the file's own unit instead of metres. It matters
// for FBX; libassimp converts Collada, and other formats carry no unit.
func FileUnits() Option { return func(o *options) { o.fileUnits = true } }

// FileAxes keeps an FBX file's own axes instead of turning it Y up.
func FileAxes() Option { return func(o *options) { o.fileAxes = true } }

// Influences limits the influences per vertex to n, 4 or 8 (the default). The
// largest are kept and normalised; the Report tells the weight that was lost.
func Influences(n int) Option { return func(o *options) { o.influences = n } }

// KeepExactInfluences keeps the unlimited influences of a mesh that exceeds the
// limit in its Exact field.
func KeepExactInfluences() Option { return func(o *options) { o.keepExact = true } }

// KeepNodes makes every node of the file a joint: also cameras, lights, empties
// and the scene root.
func KeepNodes() Option { return func(o *options) { o.keepNodes = true } }

// WithoutMeshes imports skeleton and clips alone.
func WithoutMeshes() Option { return func(o *options) { o.skipMeshes = true } }

// WithoutTextures leaves picture files unread; materials keep their colour.
func WithoutTextures() Option { return func(o *options) { o.textures = false } }

// TicksPerSecond replaces the rate that a file states (or lacks).
func TicksPerSecond(rate float64) Option { return func(o *options) { o.ticksPerSec = rate } }

// Within lets the companions and pictures of a file lie anywhere below a folder
// that the file is in, rather than below the file's own alone: a model that
// names "../textures/skin.png" needs it. It matters for Load and AddClips.
func Within(folder string) Option { return func(o *options) { o.within = folder } }
