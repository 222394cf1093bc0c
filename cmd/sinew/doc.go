// Sinew reads animated model files, tells what is in them, evaluates their
// poses, turns them into pictures and bakes them into archives.
//
//	sinew info   walk.fbx                          what the file holds and what the import had to mend
//	sinew pose   walk.fbx --time 0,0.5 --json      joint matrices (and with --vertices skinned positions)
//	sinew render walk.fbx -o walk.gif              a picture, a contact sheet or an animation
//	sinew view   walk.fbx                          a window in which it plays
//	sinew graph  hero.json hero.fbx -o hero.svg    an animation graph: checked, drawn, played
//	sinew control reach.json hero.fbx              what changes poses, IK and others: checked, listed
//	sinew bench  walk.fbx                          how fast it plays, in every way there is
//	sinew bake   models/ -o baked                  archives, which games map and play
//	sinew retarget walk.fbx --onto b.glb           its clips on another skeleton, or left and right exchanged
//	sinew diff   walk.fbx walk.sinew               how far apart two of them play, and where
//	sinew doctor                                   versions, driver, and how imports are confined
//	sinew demo                                     pictures of the models it carries inside
//
// Archives are read wherever model files are. Built without cgo the command
// reads archives alone and does not draw.
//
// Clips of other files join by joint name: sinew view arnaud.fbx --with walk.fbx,
// or --with of a folder or a pattern. --only, --except and --rename choose and
// name clips, --range cuts a long take into parts. Clips play together by --layers, a
// JSON file; one gives way to another by --fade walk:run@1/0.3; an animation graph of
// --graph decides what plays, by the input of --play. --root-motion lets them lead the
// character away.
//
// What it prints goes to the standard output, as a page for people or with
// --json for programs. The exit code is 0, 1 where something failed, and 2
// where the command line cannot be meant as it is; then one line on the
// standard error says why. No command leaves a half-written file behind, also
// where it is interrupted.
package main
