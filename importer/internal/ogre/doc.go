// Package ogre reads of Ogre's skeletons what libassimp turns or drops: keys of translation, which
// Ogre adds in the space of the bone's parent, and lengths of animations; and counts the poses of
// meshes.
//
//	<bone name="B"> position p, rotation q, scale s             at bind time
//	<animation name="walk" length="1.25">                       seconds
//	  <track bone="B">
//	    <keyframe time="0.5"> translate t, rotate r, scale k
//
//	at 0.5 s   translation p + t   rotation q·r   scale s·k     (OgreBone.cpp, OgreAnimationTrack.cpp)
//
// Behind the last key a track goes to its first one, which follows the animation's end; before the first key
// it holds.
//
// Skeletons are XML or binary:
//
//	s, err := ogre.ReadSkeleton(data)
//	s.Animations[0].Tracks[0].Keys[2].Translation
//
// Errors wrap soa.ErrFormat.
package ogre
