import description from "../../../../examples/models/transformer-6.json?raw";
import type { NetworkSpec } from "../engine/spec.ts";

/** A trained network that comes with the page, as an example. */
export interface NetworkExample {
  readonly id: string;
  readonly title: string;
  readonly about: string;
  readonly spec: NetworkSpec;
}

const title = "A transformer that learned a machine";

export const networks: readonly NetworkExample[] = [
  {
    id: "transformer",
    title,
    about:
      "A neural network of 270 kB, trained on random words of a machine with six states, which it never saw. What did it learn?",
    spec: {
      kind: "network",
      name: title,
      model: new URL("../../../../examples/models/transformer-6.onnx", import.meta.url).href,
      description,
    },
  },
];
