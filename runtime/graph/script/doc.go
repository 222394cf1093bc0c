// Package script plays back input of graphs: the parameters that a game or a file sets at each step.
//
//	{"rate": 60,
//	 "steps": [{"at": 0, "set": {"speed": 1.4, "move": [0.3, -1], "crouch": true}},
//	           {"at": 0.5, "trigger": ["jump"]},
//	           {"step": 90, "set": {"speed": 0}, "clear": ["jump"]}],
//	 "until": 3}
//
// A script is a number of steps of equal length, and inputs before some of them:
//
//	step     0        1        2        3
//	      ├────────┼────────┼────────┼────────┤
//	at    0 …      dt …     2·dt …   3·dt …   until
//
// An input at t seconds counts from the start of the step that contains t; the end of that step is
// the first to show it. The fields are
//
//	rate     steps per second, or
//	dt       the length of a step in seconds; one of both
//	steps    inputs in the order of time, each with
//	  at       seconds, or
//	  step     the number of a step, from 0 on; one of both
//	  set      values of parameters: numbers, true or false, [x, y] of a vec2
//	  trigger  triggers that are set
//	  clear    triggers that are cleared
//	until    seconds at which the last step has ended, or
//	count    the number of steps; one of both
//
// Anything else is refused, with a JSON pointer.
//
//	s, err := script.Parse(data)
//	b, err := s.Bind(program)
//	err = b.Run(crowd, instances, 0, func(step int) error { … })
//
// A game can log its input by the methods of a Script and store it with JSON. A script gives the
// same bits on every processor and for any number of workers.
//
// Errors wrap soa.ErrFormat, soa.ErrOption or graph.ErrParameter.
package script
