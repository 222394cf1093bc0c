package scene

// Settings are what an import does with a file, whatever its format.
type Settings struct {
	FileUnits, FileAxes, KeepExact, KeepNodes, SkipMeshes, Textures bool

	Influences    int
	TicksPerSec   float64 // 0: the file's
	Scale         float64 // of all lengths
	Unit          float64 // metres of a unit of files that state none, or 0
	CurveDistance float64 // how far tracks may be from the file's curves, in metres
	CurveAngle    float64 // and in radians
	Bounds        Bounds
	SceneName     string // of glTF files, of which scene is shown; "": the file says it
	Variant       string // of the materials of glTF files, or ""
	Library       bool   // libassimp reads the file though there is another reader
}

// Bounds limit the size of a model; all are set. The importer's Bounds says what they are.
type Bounds struct {
	Joints, Keys, Vertices, Triangles, Name          int
	TextureBytes, AllTextureBytes, Texels, AllTexels int64
}
