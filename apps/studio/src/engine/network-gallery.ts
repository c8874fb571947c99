/** Trained networks that come with the page. */

import english from "../../../../examples/models/english.json?raw";
import erring from "../../../../examples/models/erring-tomita4.json?raw";
import tomita from "../../../../examples/models/tomita4.json?raw";
import transformer from "../../../../examples/models/transformer-6.json?raw";
import history from "../../../../examples/models/uhl3.json?raw";
import { type Example, gallery } from "./gallery.ts";
import type { NetworkSpec, TargetSpec } from "./spec.ts";

function network(id: string, name: string, about: string, model: string, description: string) {
  const spec: NetworkSpec = { kind: "network", name, model, description };
  return { id, title: name, about, spec };
}

export const networks: readonly Example<NetworkSpec>[] = [
  network(
    "transformer",
    "A transformer",
    "A neural network of 270 kB, trained on random words of a machine with six states, which it never saw. What did it learn?",
    new URL("../../../../examples/models/transformer-6.onnx", import.meta.url).href,
    transformer,
  ),
  network(
    "tomita",
    "A network that says yes or no",
    "An LSTM that learned from examples which words have no three zeros in a row. Did it understand?",
    new URL("../../../../examples/models/tomita4.onnx", import.meta.url).href,
    tomita,
  ),
  network(
    "errs",
    "A network that errs",
    "A GRU that learned the same from fewer words, and is wrong about some of them. Which machine is it nearly?",
    new URL("../../../../examples/models/erring-tomita4.onnx", import.meta.url).href,
    erring,
  ),
  network(
    "history",
    "A network with a memory",
    "An LSTM that tells how likely each next letter is. In its training words, that depends on every letter before.",
    new URL("../../../../examples/models/uhl3.onnx", import.meta.url).href,
    history,
  ),
  network(
    "english",
    "English words, letter by letter",
    "An LSTM of 94 kB that learned to spell English words. No machine of a few states speaks like it: how near can one come?",
    new URL("../../../../examples/models/english.onnx", import.meta.url).href,
    english,
  ),
];

/** Every example of the page by its name in links. */
export const examples: ReadonlyMap<string, Example<TargetSpec>> = new Map(
  [...gallery, ...networks].map((example) => [example.id, example]),
);
