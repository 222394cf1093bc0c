package inspect

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/sinew-anim/sinew/internal/testing/must"
)

// What is written is what SARIF 2.1.0 requires, each result names its rule, and a path is a URI.
func TestSARIF(t *testing.T) {
	m := strider(t)
	for _, rule := range [...]string{"same-names", "unweighted"} {
		plants[rule].plant(m, plants[rule].beyond)
	}
	clipPlants["floor"].plant(m, clipPlants["floor"].beyond)
	list, err := Lint(t.Context(), m, nil, Config{})
	must.Do(t, err)
	var b bytes.Buffer
	must.Do(t, WriteSARIF(&b, "1", []Result{{File: `my models\str ider%.glb`, Findings: list}, {File: "clean.glb"}, {File: "broken.glb", Error: "it is empty"}}))

	c := jsonschema.NewCompiler()
	c.AssertFormat()
	schema, err := c.Compile("testdata/sarif.json")
	must.Do(t, err)
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(b.Bytes()))
	must.Do(t, err)
	if err := schema.Validate(document); err != nil {
		t.Errorf("%#v\n%s", err, b.String())
	}
	var log sarifLog
	must.Do(t, json.Unmarshal(b.Bytes(), &log))
	run := log.Runs[0]
	if len(run.Results) != len(list) || len(list) < 3 {
		t.Fatalf("%d results of %d findings", len(run.Results), len(list))
	}
	for i, r := range run.Results {
		if run.Tool.Driver.Rules[r.RuleIndex].ID != list[i].Rule || r.Level != list[i].Grade.String() || !strings.Contains(r.Message.Text, list[i].Message) {
			t.Errorf("%+v of %v", r, list[i])
		}
		if uri := r.Locations[0].Physical.Artifact.URI; uri != "my%20models/str%20ider%25.glb" {
			t.Errorf("the file is %q", uri)
		}
	}
	said := run.Invocations[0]
	if said.Successful || len(said.Notifications) != 1 || said.Notifications[0].Message.Text != "it is empty" ||
		said.Notifications[0].Locations[0].Physical.Artifact.URI != "broken.glb" {
		t.Errorf("of the broken file: %+v", said)
	}
	b.Reset()
	must.Do(t, WriteSARIF(&b, "", nil))
	if !strings.Contains(b.String(), `"results": []`) || !strings.Contains(b.String(), `"executionSuccessful": true`) {
		t.Errorf("without files: %s", b.String())
	}
}
