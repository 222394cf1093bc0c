package playback

import (
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/soa"
)

// Player plays a show.
type Player struct {
	Clock
	Show   *Show
	Mix    Mix
	Ghosts Ghosts
	Root   Root
	Part   int // the clip that the user picked of those that play together
	active []play.ActiveClip
}

// NewPlayer returns a player without a show; follow lets the camera move with the root.
func NewPlayer(follow bool) Player {
	return Player{Clock: Clock{Playing: true, Speed: 1}, Ghosts: newGhosts(), Root: Root{Follow: follow}}
}

// Open starts a show. The caller closes the one before.
func (p *Player) Open(s *Show) {
	p.Show = s
	p.Mix = Mix{Fade: 0.3}
	p.Ghosts.shown, p.Part = [4]float64{-1}, play.Rest
	switch {
	case p.Root.Mode == RootPinned:
	case s.Travels:
		p.Root.Mode = RootMoves
	default:
		p.Root.Mode = RootAsIs
	}
	p.begin()
}

// begin takes the times of what plays.
func (p *Player) begin() {
	p.Reset(p.Show.Start, p.Show.End)
	p.Root.begin(p.Show.Current())
}

// Choose plays another clip. Without a clip of that number it does nothing.
func (p *Player) Choose(clip int) error {
	if clip < 0 || clip >= len(p.Show.Clips) || p.Show.Scripted() {
		return nil
	}
	if err := p.Mix.stop(p.Show); err != nil {
		return err
	}
	if err := p.Show.Play(clip); err != nil {
		return err
	}
	p.begin()
	return nil
}

// Replace plays changed clips in the place of those of the show, as many of them, at the same time.
func (p *Player) Replace(clips []*soa.Clip) error {
	s := p.Show
	if err := s.Replace(clips); err != nil {
		return err
	}
	if s.Live != nil {
		return s.Live.recast()
	}
	if s.Clip != play.Rest {
		if err := s.Play(s.Clip); err != nil {
			return err
		}
	}
	for k := range p.Mix.Layers {
		if l := p.Mix.Layers[k]; l.On {
			if err := p.Mix.put(s, k, l.Clip); err != nil {
				return err
			}
		}
	}
	if s.Start != p.Start || s.End != p.End {
		at := p.Time
		p.Reset(s.Start, s.End)
		p.Time = min(max(at, p.Start), p.End)
	}
	p.Root.begin(s.Current())
	return nil
}

// FadeTo starts a fade from the clip that plays to another one.
func (p *Player) FadeTo(clip int) error {
	s := p.Show
	if s.Scripted() || s.Clip == play.Rest || clip == s.Clip || !(p.Mix.Fade > 0) {
		return p.Choose(clip)
	}
	p.Playing = true
	return p.Mix.begin(s, clip)
}

// PutLayer plays a clip in a layer.
func (p *Player) PutLayer(layer, clip int) error { return p.Mix.put(p.Show, layer, clip) }

// RemoveLayer stops a layer.
func (p *Player) RemoveLayer(layer int) error { return p.Mix.remove(p.Show, layer) }

// SetRootMode changes what the root's movement does.
func (p *Player) SetRootMode(mode RootMode) error {
	p.Root.Mode = mode
	return p.Show.Travel(mode == RootMoves) // a fixed camera shows a character in place
}

// Advance moves time on by dt seconds and evaluates the poses.
func (p *Player) Advance(dt float64) error {
	s := p.Show
	if s.Live != nil {
		if !p.Playing {
			return nil
		}
		return s.Live.Advance(p.Speed * dt)
	}
	p.Clock.Advance(dt)
	if !s.Scripted() {
		ended, err := p.Mix.advance(s, &p.Clock, dt)
		if err != nil {
			return err
		}
		if ended {
			at := p.Mix.time(s, &p.Clock, p.Mix.to)
			if err := p.Choose(p.Mix.to); err != nil {
				return err
			}
			p.Time = at
		}
	}
	p.Ghosts.show(s, p.Rate())
	return s.Evaluate(p.Cycle, p.Time)
}

// Place measures the root's movement after Advance, and applies its mode.
func (p *Player) Place() error { return p.Root.measure(p.Show, &p.Clock) }

// Camera returns the movement that the camera follows.
func (p *Player) Camera() soa.RootTransform { return p.Root.camera(p.Show, &p.Clock) }

// Moving reports whether the next frame differs from this one.
func (p *Player) Moving() bool { return p.Playing || p.Mix.fading }

// Clip returns the clip that plays alone, or nil.
func (p *Player) Clip() *soa.Clip { return p.Show.Current() }

// frameRate is the frames per second of clips whose ticks are no frames: some formats
// count in thousandths of a second.
const frameRate = 30

// Rate returns the frames per second of what plays.
func (p *Player) Rate() float64 {
	if clip := p.Clip(); clip != nil && clip.TicksPerSecond <= 120 {
		return clip.TicksPerSecond
	}
	return frameRate
}

// Step moves by some frames and pauses there.
func (p *Player) Step(frames float64) { p.Hold(p.Time + frames/p.Rate()) }
