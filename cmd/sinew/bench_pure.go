//go:build !cgo

package main

import (
	"context"
	"errors"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/models"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/timing"
	"github.com/sinew-anim/sinew/soa"
)

func (opt *benchOptions) carriers(context.Context, *timing.Plan, *models.Opened, []*soa.Clip) (*timing.Report, error) {
	return nil, errors.New("this sinew was built without cgo and cannot draw, so --gpu has nothing to measure")
}
