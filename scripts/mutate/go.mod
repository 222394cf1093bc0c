module github.com/sinew-anim/sinew/scripts/mutate

go 1.26.0
