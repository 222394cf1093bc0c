package inspect

import (
	"encoding/json"
	"io"
	"net/url"
	"strings"
)

// Result is the findings of a file, or the error of its check.
type Result struct {
	File     string    `json:"file"`
	Findings []Finding `json:"findings"`
	Error    string    `json:"error,omitempty"`
}

// WriteSARIF writes results as SARIF 2.1.0, which code hosts and editors show beside the files. The
// rules of the table are listed; findings refer to them. Joints, meshes and clips are logical
// locations; a finding's time and size are properties. A result with an Error is a notification, and
// the run has not succeeded.
func WriteSARIF(w io.Writer, version string, results []Result) error {
	driver := sarifDriver{Name: "sinew lint", Version: version, InformationURI: "https://github.com/sinew-anim/sinew"}
	number := make(map[string]int)
	for i, r := range rules {
		number[r.Name] = i
		driver.Rules = append(driver.Rules, sarifRule{
			ID: r.Name, Short: sarifText{r.Doc}, Default: sarifLevel{r.Grade.sarif()},
		})
	}
	run := sarifRun{Tool: sarifTool{driver}, Results: []sarifResult{}}
	invocation := sarifInvocation{Successful: true}
	for _, file := range results {
		if file.Error != "" {
			invocation.Successful = false
			invocation.Notifications = append(invocation.Notifications,
				sarifNotification{"error", sarifText{file.Error}, []sarifLocation{locate(file.File)}})
		}
		for _, f := range file.Findings {
			at := locate(file.File)
			for _, l := range [...]sarifLogical{{f.Clip, "clip"}, {f.Mesh, "mesh"}, {f.Joint, "joint"}} {
				if l.Name != "" {
					at.Logical = append(at.Logical, l)
				}
			}
			out := sarifResult{
				RuleID: f.Rule, RuleIndex: number[f.Rule], Level: f.Grade.sarif(),
				Message: sarifText{f.Place() + f.Message}, Locations: []sarifLocation{at},
			}
			if f.Time != nil || f.Size != 0 || f.Count != 0 {
				out.Properties = &sarifProperties{f.Time, f.Size, f.Unit, f.Count}
			}
			run.Results = append(run.Results, out)
		}
	}
	run.Invocations = []sarifInvocation{invocation}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(sarifLog{"https://json.schemastore.org/sarif-2.1.0.json", "2.1.0", []sarifRun{run}})
}

// locate returns the location of a file.
func locate(file string) sarifLocation {
	return sarifLocation{Physical: sarifPhysical{sarifArtifact{(&url.URL{Path: strings.ReplaceAll(file, `\`, "/")}).String()}}}
}

// sarif returns the level of SARIF.
func (g Grade) sarif() string {
	if g == Off {
		return "none"
	}
	return g.String()
}

type sarifLog struct {
	Schema  string     `json:"$schema"`
	Version string     `json:"version"`
	Runs    []sarifRun `json:"runs"`
}

type sarifRun struct {
	Tool        sarifTool         `json:"tool"`
	Invocations []sarifInvocation `json:"invocations"`
	Results     []sarifResult     `json:"results"`
}

type sarifInvocation struct {
	Successful    bool                `json:"executionSuccessful"`
	Notifications []sarifNotification `json:"toolExecutionNotifications,omitempty"`
}

type sarifNotification struct {
	Level     string          `json:"level"`
	Message   sarifText       `json:"message"`
	Locations []sarifLocation `json:"locations"`
}

type sarifTool struct {
	Driver sarifDriver `json:"driver"`
}

type sarifDriver struct {
	Name           string      `json:"name"`
	Version        string      `json:"version,omitempty"`
	InformationURI string      `json:"informationUri"`
	Rules          []sarifRule `json:"rules"`
}

type sarifRule struct {
	ID      string     `json:"id"`
	Short   sarifText  `json:"shortDescription"`
	Default sarifLevel `json:"defaultConfiguration"`
}

type sarifLevel struct {
	Level string `json:"level"`
}

type sarifText struct {
	Text string `json:"text"`
}

type sarifResult struct {
	RuleID     string           `json:"ruleId"`
	RuleIndex  int              `json:"ruleIndex"`
	Level      string           `json:"level"`
	Message    sarifText        `json:"message"`
	Locations  []sarifLocation  `json:"locations"`
	Properties *sarifProperties `json:"properties,omitempty"`
}

type sarifLocation struct {
	Physical sarifPhysical  `json:"physicalLocation"`
	Logical  []sarifLogical `json:"logicalLocations,omitempty"`
}

type sarifPhysical struct {
	Artifact sarifArtifact `json:"artifactLocation"`
}

type sarifArtifact struct {
	URI string `json:"uri"`
}

type sarifLogical struct {
	Name string `json:"name"`
	Kind string `json:"kind"`
}

type sarifProperties struct {
	Time  *float64 `json:"time,omitempty"` // seconds on the file's time line
	Size  float64  `json:"size,omitempty"`
	Unit  string   `json:"unit,omitempty"`
	Count int      `json:"count,omitempty"`
}
