package importer_test

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/internal/testing/files"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/soa"
)

// secretPicture and secretColour stand in files that lie beside a model's
// folder: no import of the model may have anything of either.
const secretPicture = "\x89PNG\r\n\x1a\nsecret"

// escapes lays out a folder with a model in it and secrets beside it, and lists
// the names by which a model may try to reach them.
func escapes(t *testing.T) (dir, inner string, names func(secret string) []string) {
	t.Helper()
	dir = t.TempDir()
	inner = filepath.Join(dir, "inner")
	must.Do(t, os.Mkdir(inner, 0o755))
	buffer := make([]byte, 36)
	copy(buffer, "\x00\x00\x80\x3f")
	for name, data := range map[string]string{"secret.png": secretPicture, "secret.bin": string(buffer), "secret.mtl": "newmtl m\nKd 0.25 0.5 0.75\n"} {
		must.Do(t, os.WriteFile(filepath.Join(dir, name), []byte(data), 0o644))
		must.Do(t, os.Symlink(filepath.Join(dir, name), filepath.Join(inner, "link-"+name)))
	}
	must.Do(t, os.Symlink(dir, filepath.Join(inner, "up")))
	return dir, inner, func(secret string) []string {
		absolute := filepath.ToSlash(filepath.Join(dir, secret))
		return []string{
			"../" + secret, `..\` + secret, "./../" + secret, "x/../../" + secret, "../../../../../../../../../.." + absolute, absolute,
			"file://" + absolute, "file:" + absolute, "http://localhost" + absolute, "C:" + absolute, "link-" + secret, "up/" + secret, "/proc/self/root" + absolute,
		}
	}
}

// reaching are models that name a file, and how to tell that they got it.
var reaching = []struct {
	what, secret, Name string
	write              func(dir, name string) error
	got                func(m *soa.Model) bool
}{
	{"picture of an OBJ", "secret.png", "a.obj", func(dir, name string) error {
		return writeOBJ(dir, "a.mtl", "newmtl m\nmap_Kd "+name+"\n")
	}, hasSecretPicture},
	{"materials of an OBJ", "secret.mtl", "a.obj", func(dir, name string) error {
		return writeOBJ(dir, name, "")
	}, func(m *soa.Model) bool {
		for _, mat := range m.Materials {
			if mat.BaseColor[2] == 0.75 {
				return true
			}
		}
		return false
	}},
	{"buffer of a glTF", "secret.bin", "a.gltf", func(dir, name string) error {
		return os.WriteFile(filepath.Join(dir, "a.gltf"), fmt.Appendf(nil, `{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"name":"n","mesh":0}],
			"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],"buffers":[{"byteLength":36,"uri":%q}],"bufferViews":[{"buffer":0,"byteLength":36}],
			"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[1,1,1]}]}`, name), 0o644)
	}, func(m *soa.Model) bool {
		for _, mesh := range m.Meshes {
			for _, x := range mesh.Position {
				if x == 1 {
					return true
				}
			}
		}
		return false
	}},
	{"picture of a Collada file", "secret.png", "a.dae", func(dir, name string) error {
		return os.WriteFile(filepath.Join(dir, "a.dae"), fmt.Appendf(nil, `<?xml version="1.0"?><COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1"><asset><unit meter="1"/><up_axis>Y_UP</up_axis></asset>
			<library_images><image id="i"><init_from>%s</init_from></image></library_images>
			<library_effects><effect id="e"><profile_COMMON><newparam sid="s"><surface type="2D"><init_from>i</init_from></surface></newparam><newparam sid="t"><sampler2D><source>s</source></sampler2D></newparam>
			<technique sid="c"><lambert><diffuse><texture texture="t" texcoord="u"/></diffuse></lambert></technique></profile_COMMON></effect></library_effects>
			<library_materials><material id="m"><instance_effect url="#e"/></material></library_materials>
			<library_geometries><geometry id="g"><mesh><source id="p"><float_array id="pa" count="9">0 0 0 1 0 0 0 1 0</float_array><technique_common><accessor source="#pa" count="3" stride="3"><param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common></source>
			<vertices id="v"><input semantic="POSITION" source="#p"/></vertices><triangles count="1" material="m"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2</p></triangles></mesh></geometry></library_geometries>
			<library_visual_scenes><visual_scene id="w"><node id="n"><instance_geometry url="#g"><bind_material><technique_common><instance_material symbol="m" target="#m"/></technique_common></bind_material></instance_geometry></node></visual_scene></library_visual_scenes>
			<scene><instance_visual_scene url="#w"/></scene></COLLADA>`, strings.ReplaceAll(name, `\`, "%5C")), 0o644)
	}, hasSecretPicture},
	{"picture of an MD5", "secret.png", "a.md5mesh", func(dir, name string) error {
		return os.WriteFile(filepath.Join(dir, "a.md5mesh"), fmt.Appendf(nil, "MD5Version 10\ncommandline \"\"\nnumJoints 1\nnumMeshes 1\njoints {\n\"a\" -1 ( 0 0 0 ) ( 0 0 0 )\n}\nmesh {\nshader \"%s\"\n"+
			"numverts 3\nvert 0 ( 0 0 ) 0 1\nvert 1 ( 0 0 ) 1 1\nvert 2 ( 0 0 ) 2 1\nnumtris 1\ntri 0 0 1 2\nnumweights 3\nweight 0 0 1 ( 0 0 0 )\nweight 1 0 1 ( 1 0 0 )\nweight 2 0 1 ( 0 1 0 )\n}\n", name), 0o644)
	}, hasSecretPicture},
}

func writeOBJ(dir, library, materials string) error {
	if materials != "" {
		if err := os.WriteFile(filepath.Join(dir, library), []byte(materials), 0o644); err != nil {
			return err
		}
	}
	return os.WriteFile(filepath.Join(dir, "a.obj"), []byte("mtllib "+library+"\nusemtl m\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"), 0o644)
}

func hasSecretPicture(m *soa.Model) bool {
	for _, t := range m.Textures {
		if strings.Contains(string(t.Data), "secret") {
			return true
		}
	}
	return false
}

// TestNothingOutsideTheFolder: however a model names a file outside its folder,
// no way in reads it, in this process or in a child.
func TestNothingOutsideTheFolder(t *testing.T) {
	ctx := context.Background()
	isolated := importer.Options{Isolation: &importer.Limits{}}
	for _, c := range reaching {
		t.Run(c.what, func(t *testing.T) {
			_, inner, names := escapes(t)
			file := filepath.Join(inner, c.Name)
			for _, name := range names(c.secret) {
				must.Do(t, c.write(inner, name))
				for way, load := range map[string]func(opts importer.Options) (*soa.Model, error){
					"a path": func(opts importer.Options) (*soa.Model, error) { return importer.Load(ctx, file, opts) },
					"a file system": func(opts importer.Options) (*soa.Model, error) {
						root, err := os.OpenRoot(inner)
						must.Do(t, err)
						defer root.Close()
						return importer.LoadFS(ctx, root.FS(), c.Name, opts)
					},
					"a stream": func(opts importer.Options) (*soa.Model, error) {
						data, err := os.ReadFile(file)
						must.Do(t, err)
						return importer.LoadReader(ctx, bytes.NewReader(data), c.Name, opts)
					},
				} {
					m, err := load(importer.Options{})
					if err == nil && c.got(m) {
						t.Errorf("%q was read from %s", name, way)
					}
					if testing.Short() && way != "a path" {
						continue
					}
					if m, err = load(isolated); err == nil && c.got(m) {
						t.Errorf("%q was read from %s in a child", name, way)
					}
				}
			}
		})
	}
}

// TestWithin: a wider folder holds what the model names by "..", and nothing
// around it. It also shows that the test above could fail.
func TestWithin(t *testing.T) {
	ctx := context.Background()
	for _, c := range reaching {
		dir, inner, _ := escapes(t)
		file := filepath.Join(inner, c.Name)
		must.Do(t, c.write(inner, "../"+c.secret))
		for _, opts := range []importer.Options{{Folder: dir}, {Folder: dir, Isolation: &importer.Limits{}}} {
			if m, err := importer.Load(ctx, file, opts); err != nil || !c.got(m) {
				t.Errorf("%s was not read within the folder around it: %v", c.what, err)
			}
		}
		if _, err := importer.Load(ctx, file, importer.Options{Folder: filepath.Join(dir, "elsewhere")}); err == nil {
			t.Errorf("%s: within a folder that it is not in", c.what)
		}
	}
}

// TestLinkedModel: a model that is itself a link is read from where it leads.
func TestLinkedModel(t *testing.T) {
	dir := t.TempDir()
	real, err := filepath.Abs(strider + "strider_walk.fbx")
	must.Do(t, err)
	link := filepath.Join(dir, "link.fbx")
	must.Do(t, os.Symlink(real, link))
	if m := files.Load(t, link); m.Skeleton.Len() == 0 {
		t.Error("no skeleton")
	}
	if _, err := importer.Load(context.Background(), filepath.Join(dir, "no", "such.fbx"), importer.Options{}); err == nil || !strings.Contains(err.Error(), "such.fbx") || !isNotExist(err) {
		t.Errorf("in a folder that is not there: %v", err)
	}
}

func isNotExist(err error) bool {
	return os.IsNotExist(err) || strings.Contains(err.Error(), fs.ErrNotExist.Error())
}
