// Sinew reads animated model files, prints their contents, evaluates their poses, draws them
// and bakes them into archives.
//
//	sinew info   walk.fbx                         contents, and what the import repaired or lost
//	sinew pose   walk.fbx --time 0,0.5 --json     joint matrices, with --vertices skinned positions
//	sinew render walk.fbx -o walk.gif             a picture, a contact sheet or an animation
//	sinew view   walk.fbx                         a window in which it plays
//	sinew graph  hero.json hero.fbx -o hero.svg   an animation graph: checked, drawn, played
//	sinew control reach.json hero.fbx             IK and other modifiers: checked, listed
//	sinew bench  walk.fbx                         how fast it plays, by every method
//	sinew bake   models/ -o baked                 archives, which games map and play
//	sinew convert walk.fbx -o walk.glb            glTF, VRM and BVH, for other programs
//	sinew edit   walk.fbx --trim 0..1 -o w.glb    clips trimmed, joined, looped, smoothed, reduced
//	sinew retarget walk.fbx --onto b.glb          its clips on another skeleton, or mirrored
//	sinew rig    hero.glb --pose T -o t.glb       a skeleton made or changed
//	sinew weights hero.glb --method hierarchy -o h.glb   which joints move which vertices
//	sinew diff   walk.fbx walk.sinew              the largest distance between them, and where
//	sinew lint   walk.fbx                         sliding feet, pops, torn seams: its quality
//	sinew plot   walk.fbx --joint hips -o h.svg   the curves of joints
//	sinew doctor                                  versions, driver, and how imports are confined
//	sinew demo                                    pictures of the models built into the command
//	sinew man    manual                           manual pages of all commands
//
// Archives are read wherever model files are. Built without cgo, the command reads archives,
// glTF, VRM and BVH alone and does not draw.
//
// Clips of other files join by joint name: sinew view arnaud.fbx --with walk.fbx. Clips play
// together by --layers, fade by --fade, or play as the animation graph of --graph decides;
// --root-motion moves the character. Flags that several commands share have help topics, such
// as sinew help selection.
//
// Commands print a page for people, or with --json one value for programs. The exit code is 0,
// 1 if something failed, and 2 if the command line is wrong; then one line on the standard
// error says why. Files are written completely or not at all, also on an interrupt. Where sinew
// view has edits that are not saved, an interrupt asks in the window, and a second one discards them.
//
// Each command has a file here, with its flags and its help. What a command computes and prints
// is in the packages below internal:
//
//	models      reads files and archives          summary    describes a model
//	play        what plays, from flags            poses      prints matrices and vertices
//	stage       instances and camera in a scene   graphs     describes and plays graphs
//	drawing     pictures, sheets, sprites         baker      makes archives
//	viewer      the window                        timing     measures methods
//	cliprules   root motion and additive clips    reports    other reports
//	console     command line and output           plots      draws curves of joints
//	converter   writes files of other formats     editing    edits clips
//	rigging     changes skeletons                 weighing   computes and edits weights
//	interrupts  answers Ctrl-C
package main
