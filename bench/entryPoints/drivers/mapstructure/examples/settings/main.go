// Settings decodes a map of settings into structures and back.
package main

import (
	"fmt"
	"time"

	"github.com/mitchellh/mapstructure"
)

type limits struct {
	Wait  time.Duration
	Hosts []string
}

type base struct {
	Name string `mapstructure:"name"`
}

type settings struct {
	base   `mapstructure:",squash"`
	Base   base `mapstructure:",squash"`
	Port   int
	Ratio  float32
	On     bool
	Limits *limits
	Users  map[string]limits
	Pair   [2]int
	Rest   map[string]interface{} `mapstructure:",remain"`
}

func decode(input interface{}) (result settings, meta mapstructure.Metadata) {
	decoder, err := mapstructure.NewDecoder(&mapstructure.DecoderConfig{
		Metadata:         &meta,
		Result:           &result,
		WeaklyTypedInput: true,
		DecodeHook: mapstructure.ComposeDecodeHookFunc(
			mapstructure.StringToTimeDurationHookFunc(), mapstructure.StringToSliceHookFunc(",")),
	})
	if err != nil {
		panic(err)
	}
	if err := decoder.Decode(input); err != nil {
		panic(err)
	}
	return result, meta
}

func main() {
	result, meta := decode(map[string]interface{}{
		"name": "x", "port": "8080", "ratio": 3, "on": "true", "extra": 1,
		"limits": map[string]interface{}{"wait": "2s", "hosts": "a,b"},
		"users":  map[string]interface{}{"ada": map[interface{}]interface{}{"hosts": []string{"c"}}},
		"pair":   []int{4, 5},
	})
	fmt.Println(result.Base.Name[:1], result.Port/80, result.Limits.Hosts[1], result.Limits.Wait.Seconds())
	fmt.Println(result.Users["ada"].Hosts[0], result.Pair[1]/result.Pair[0], result.Rest["extra"].(int)+1, meta.Keys[0] != "")
	var back map[string]interface{}
	if err := mapstructure.Decode(result, &back); err != nil {
		panic(err)
	}
	fmt.Println(back["Port"].(int)+1, back["Limits"].(*limits).Hosts[0], back["name"].(string))
	var wrong struct{ A, B int }
	err := mapstructure.Decode(map[string]interface{}{"a": "x", "b": []int{}}, &wrong)
	fmt.Println(err.(*mapstructure.Error).WrappedErrors()[1].Error()[1:])
}
