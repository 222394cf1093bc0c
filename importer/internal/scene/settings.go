package scene

// Settings are the options of an import that do not depend on the format.
type Settings struct {
	FileUnits, FileAxes, KeepExact, KeepNodes, SkipMeshes, Textures bool

	Influences    int
	TicksPerSec   float64 // 0: as in the file
	Scale         float64 // of all lengths
	Unit          float64 // metres per unit if the file states none, or 0
	CurveDistance float64 // allowed deviation of tracks from the file's curves, in metres
	CurveAngle    float64 // and in radians
	Bounds        Bounds
	SceneName     string // scene of a glTF file to import; "": the default scene
	Variant       string // material variant of a glTF file, or ""
	Library       bool   // use libassimp even if there is another reader
	Rotations     bool   // of clips added to a model, take rotations and the travel of the hips alone
	Origin        bool   // report the parts of the file that the model was made from
}

// Bounds limit the size of a model. All fields are set. See the Bounds of package importer.
type Bounds struct {
	Joints, Keys, Vertices, Triangles, Name          int
	TextureBytes, AllTextureBytes, Texels, AllTexels int64
	Nodes, Meshes, Materials, Clips, Targets         int
	Memory                                           int64
}
