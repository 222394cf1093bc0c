package main

import (
	"github.com/sinew-anim/sinew/cmd/sinew/internal/performance"
	"github.com/spf13/cobra"
)

// selectionHelp is the help of the flags that choose files and clips.
const selectionHelp = `A file is a model. Several files, a folder with what is below it, or a pattern such as '*.fbx'
are many models: info, lint, render, convert, retarget, bake and diff take each by itself,
--workers at the same time, go on after one that fails, and end with a table and exit code 1.
In folders models are what can have a skeleton; what lies beside them is left out, as are links
to other folders.

-o out/ writes an output for each, at its path below the folder or pattern; -o 'out/{file}.bvh'
names it. --full-names keeps extensions in names: walk.fbx.glb. bake, and several files of
convert and render with an -o that is one file, make one output: see their help.

--with adds the clips of another file, a folder or a pattern, by joint name; it may be
repeated. --as-one merges many files: the model is the first file with a skin, and the others
add their clips. Archives are read wherever model files are.

  sinew lint models/ --fail warning
  sinew convert 'mocap/*.fbx' -o out/
  sinew info hero/ --as-one

What a clip's file does not move stays as the model has it. Where it keys the lengths of bones of
another character, sinew warns; --with-rotations (of bake --library too) then takes rotations
and the hips' travel alone, multiplied by the ratio of the legs. sinew retarget carries motion
to other skeletons.

--clip plays a clip by its name, a part of the name or its index, which sinew info prints;
several play together. --rename names clips from {clip}, {bare}, {file} and {n}. Clips of several
files with one name are named after their files, which info and convert say; those of a model
that others join keep their names. --only then keeps the clips whose names match a pattern, --except
drops them, --drop-still drops takes in which nothing moves by more than 1 mm, or --drop-still=5mm,
such as a T-pose, and --range cuts a take into clips, by seconds or by frames:

  sinew info hero.fbx --with 'clips/*.fbx' --only 'walk*'
  sinew view take.fbx --range walk=0..1.2 --range run=40..64@30
  sinew pose hero.fbx --with walk.fbx --clip walk --time 0.4

--within allows textures and other companions anywhere in a folder around the model's own.
--unit is the unit of files that state none, such as BVH: m, cm, mm, in, ft or a number of
metres (default: m; for BVH, what gives the figure a person's height). --scale multiplies all
lengths.

Sinew reads glTF, VRM and BVH itself, and motion, skins and shapes of FBX and Collada; --reader
assimp reads the file by Assimp alone, as a second opinion, and sinew info prints which reader
read a file. Of a glTF file --scene, a name or number, shows another scene than the default,
and --variant one of its material variants.

Next: sinew info lists the clips that a selection leaves.`

// boundsHelp is the help of the bounds of compressed clips.
const boundsHelp = `--bound is the largest error in metres that baked clips may have: of a joint's origin, and of
points --distance away from it.

For curves with a key on every frame, or on every other one, it holds on the frames and,
between frames, against the Catmull-Rom curve through them, which is what programs see that
sample frames. For sparse curves, and for all with --exact-curves, it holds at any time. The
archive states which.

Next: sinew diff measures the error of an archive; sinew info prints how far curves bend
between frames.`

// isolationHelp is the help of --isolate.
const isolationHelp = `With --isolate, the default, a model file is imported in a child process with limits of
time and memory and, on Linux, without access to files, network and most system calls. A
file that crashes the importer or exhausts it gives an error. Archives are read in the
command itself. --isolate=false imports there too, a little faster: for files you trust.

The file that SINEW_IMPORT_POLICY names limits formats, memory and time for all programs.

Next: sinew doctor prints which layers of the sandbox hold here.`

// outputHelp is the help of what commands print.
const outputHelp = `Commands print a page for people, or with --json one JSON value for programs (all but view, man,
help and completion); of many files that of info, render, convert, retarget and diff is {"files":
[{"file", "result" or "error"}…], "failed", "seconds"}. Warnings and progress go to the standard
error. Exit codes:

  0    all was done, and what was asked to fail did not
  1    a file could not be read or written, or one of many; lint found something of grade --fail;
       diff found more than --fail; info or convert lost something with --strict, and the like
  2    the command line is wrong: a flag, a value, a name that no clip has
  141  the reader of the output has gone, as head does

With 1 and 2 a line on the standard error says why; the page or the JSON comes before it.

-o - (--output) writes the file to the standard output, without the page: models as .glb, archives,
pictures as .png or .svg, or in the format of -o -.gif. A .gltf there has its data within it. Losses
are warned of. - instead of a model, in one argument, reads the standard input, a file without
companions. A standard output that cannot be written is an error, also of help.

Files are written completely or not at all: aside, in .NAME.part, and renamed. What a killed run
leaves of it, the next run of the same output removes. No output may be an input, or a file that an
input names, by whatever path or link; nothing is edited in place. A link is followed and stays. A
device, or a pipe that something reads, is written straight; folders, sockets, disks and pipes that
nothing reads are errors.

  sinew info walk.fbx --json | jq '.clips[].name'
  sinew render walk.fbx -o -.gif > walk.gif

Next: sinew COMMAND --help lists what each command writes.`

// eventsHelp is the help of --events.
const eventsHelp = `Events of clips come from a file of --events, or from a file beside the model, such as
walk.events.toml for walk.fbx:

  [[event]]
  clip = "walk"
  time = 0.4          # seconds on the file's time line
  name = "left foot"
  length = 0.2        # of an interval; without it the event is a moment

or the same in JSON, walk.events.json: {"event": [{"clip": "walk", …}]}.

Next: sinew info lists the events of an archive, sinew graph --play those that fire.`

// editsHelp is the help of --ops.
const editsHelp = `A list of edits is JSON that sinew edit --ops applies and --save-ops writes:

  {"edits": {"version": 1, "clips": [
    {"clip": "walk", "as": "stroll", "edits": [
      {"trim": {"from": 0.2, "to": 1.1}},
      {"setKey": {"track": {"joint": "head", "property": "rotation"},
                  "time": 0.3, "value": [0, 20, 0]}},
      {"tangents": {"track": {"joint": "head", "property": "rotation"}, "to": 1, "kind": "auto"}}
    ]},
    {"clip": "jump", "parts": [{"as": "crouch", "to": 0.4}, {"as": "leap", "from": 0.4, "to": 1.6}]}
  ]}}

Edits of a clip act one after the other, in seconds after its start as it then is. Without "as"
or "parts" the result takes the clip's place; without "clip" every clip is edited. A track is a
joint's translation, rotation or scale, a "weight" or a "float". A rotation is x, y, z, w, or
three angles in degrees about the fixed axes X, Y and Z.

Whole clips: trim, join, reverse, speed, retime, loop, findLoop, rootMotion, plant, footfalls,
mirror, smooth, unflip, resample, cubic, reduce. Keys: setKey, moveKey, deleteKeys, insertKey, tangents, slopes, ease,
offset. Events: addEvent, deleteEvents. An error names its place in the list.

Next: sinew edit applies a list; edit/list/fields.md of the sources lists all fields.`

// topics returns the help topics, commands that do nothing.
func topics() []*cobra.Command {
	return []*cobra.Command{
		{Use: "layers", Short: "Clips that play together or one after the other: --layers, --fade",
			Long: performance.LayersHelp + "\n\n" + performance.FadeHelp},
		{Use: "input", Short: "The input of a graph over time: --play", Long: performance.PlayHelp},
		{Use: "bounds", Short: "The error that baked clips may have: --bound, --exact-curves", Long: boundsHelp},
		{Use: "events", Short: "Where the events of clips come from: --events", Long: eventsHelp},
		{Use: "edits", Short: "Lists of edits of clips: --ops, --save-ops", Long: editsHelp},
		{Use: "root-motion", Short: "How a character travels: --root-motion", Long: performance.TravelHelp},
		{Use: "isolation", Short: "How imports are confined: --isolate", Long: isolationHelp},
		{Use: "output", Short: "What commands print, exit codes and pipes: --json, -o -", Long: outputHelp},
		{Use: "selection", Short: "Which files and clips: --with, --as-one, --clip, --only …", Long: selectionHelp},
	}
}

// The groups of the command's help.
const (
	groupLook  = "look"
	groupMake  = "make"
	groupCheck = "check"
)

// group groups the commands of the root in its help.
func group(root *cobra.Command) {
	root.AddGroup(&cobra.Group{ID: groupLook, Title: "Look at models:"}, &cobra.Group{ID: groupMake, Title: "Make files:"},
		&cobra.Group{ID: groupCheck, Title: "Check and measure:"})
	for _, c := range root.Commands() {
		switch c.Name() {
		case "info", "view", "render", "pose", "plot":
			c.GroupID = groupLook
		case "bake", "convert", "edit", "rig", "weights", "retarget", "demo", "man":
			c.GroupID = groupMake
		case "diff", "lint", "graph", "control", "doctor", "bench":
			c.GroupID = groupCheck
		}
	}
}
