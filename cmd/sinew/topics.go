package main

import (
	"github.com/sinew-anim/sinew/cmd/sinew/internal/play"
	"github.com/spf13/cobra"
)

// selectionHelp is about the flags that choose files and their clips.
const selectionHelp = `The model is the first file; --with adds the clips of another file, a folder or a
pattern, joined by the names of joints, and may be repeated. A folder or a pattern in
place of the model gives the file with a skin, and the clips of the others. Archives
are read wherever model files are.

--clip plays a clip: by its name, a part of the name or its index, which sinew info
prints; several play together. --only keeps the clips whose names match a pattern,
--except drops them, --rename gives them a name of {clip}, {bare}, {file} and {n}, and
--range cuts a take into clips, by seconds or by frames:

  sinew info hero.fbx --with 'clips/*.fbx' --only 'walk*'
  sinew view take.fbx --range walk=0..1.2 --range run=40..64@30
  sinew pose hero.fbx --with walk.fbx --clip walk --time 0.4

--within names a folder around the model's own that textures and other companions may
lie in; --unit is the unit of files that state none.

Sinew reads glTF and VRM itself, and motion, skins and shapes of FBX and Collada;
--reader assimp asks Assimp alone, as a second opinion, and sinew info says which
reader read a file. Of a glTF file --scene shows another scene than the file says, by
name or number, and --variant one of its variants of materials.`

// boundsHelp is about the bounds of compressed clips.
const boundsHelp = `Where the curves of a clip have a key on every frame, or every other one, --bound
holds on the frames and, between them, against the Catmull-Rom curve through them:
what programs see that sample frames. Sparse curves, and all with --exact-curves,
hold it at any time. The archive states which; sinew info and sinew diff tell how
far such curves bend between frames.`

// eventsHelp is about the files of --events.
const eventsHelp = `Events come from --events or a file beside the model, walk.events.toml for
walk.fbx: [[event]] tables with clip, time (seconds on the file's time line) and
name, with a length for an interval, or from walk.events.json:
{"event": [{"clip": …}]}.`

// topics are the subjects that several commands share. They have no work of their own.
func topics() []*cobra.Command {
	return []*cobra.Command{
		{Use: "layers", Short: "Clips together and one after the other: --layers and --fade", Long: play.LayersHelp + "\n\n" + play.FadeHelp},
		{Use: "input", Short: "What a game sets in a graph, and when: the file of --play", Long: play.PlayHelp},
		{Use: "bounds", Short: "What the bound of sinew bake holds for", Long: boundsHelp},
		{Use: "events", Short: "Where the events of clips come from: --events", Long: eventsHelp},
		{Use: "root-motion", Short: "How a character travels: the words of --root-motion", Long: play.TravelHelp},
		{Use: "selection", Short: "Which files and clips: --with, --clip, --only, --range …", Long: selectionHelp},
	}
}

// The groups of the command's help.
const (
	groupLook  = "look"
	groupMake  = "make"
	groupCheck = "check"
)

// group sorts the commands of the root by what they are for.
func group(root *cobra.Command) {
	root.AddGroup(&cobra.Group{ID: groupLook, Title: "Look at models:"}, &cobra.Group{ID: groupMake, Title: "Make files:"}, &cobra.Group{ID: groupCheck, Title: "Check and measure:"})
	for _, c := range root.Commands() {
		switch c.Name() {
		case "info", "view", "render", "pose":
			c.GroupID = groupLook
		case "bake", "retarget", "demo", "man":
			c.GroupID = groupMake
		case "diff", "graph", "control", "doctor", "bench":
			c.GroupID = groupCheck
		}
	}
}
