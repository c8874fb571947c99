// A black box in Go, standard library only.
//
//	go build -o divisible examples/teachers/go/divisible.go
//	hankel learn -- ./divisible
//
// Copy main and replace weigh.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
)

// weigh says whether a binary number, most significant digit first, is a multiple of three.
func weigh(word []string) bool {
	remainder := 0
	for _, digit := range word {
		remainder *= 2
		if digit == "1" {
			remainder++
		}
		remainder %= 3
	}
	return remainder == 0
}

type request struct {
	ID    int        `json:"id"`
	Weigh [][]string `json:"weigh"`
}

type reply struct {
	ID      int    `json:"id"`
	Weights []bool `json:"weights"`
}

func main() {
	out := json.NewEncoder(os.Stdout) // one line per value, written at once
	fmt.Println(`{"hankel": 1, "semifield": "boolean", "alphabet": ["0", "1"], "counterexamples": false}`)
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<28) // a batch may be long
	for lines.Scan() {
		var asked request
		if err := json.Unmarshal(lines.Bytes(), &asked); err != nil {
			fmt.Fprintln(os.Stderr, err) // shown to the user
			os.Exit(1)
		}
		answer := reply{ID: asked.ID, Weights: make([]bool, len(asked.Weigh))}
		for i, word := range asked.Weigh {
			answer.Weights[i] = weigh(word)
		}
		if err := out.Encode(answer); err != nil {
			os.Exit(1)
		}
	}
}
