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
lie in; --unit is the unit of files that state none.`

// topics are the subjects that several commands share. They have no work of their own.
func topics() []*cobra.Command {
	return []*cobra.Command{
		{Use: "layers", Short: "Clips that play together: the file of --layers", Long: play.LayersHelp},
		{Use: "input", Short: "What a game sets in a graph, and when: the file of --play", Long: play.PlayHelp},
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
