import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Word } from "@hankel/core";
import {
  Acceptor,
  Classifier,
  externalFiles,
  LanguageModel,
  type NetworkDescription,
  openNetwork,
  openSession,
  parseDescription,
  suggestDescription,
} from "@hankel/networks";
import * as runtime from "onnxruntime-web";
import { describe, expect, test } from "vitest";

runtime.env.wasm.numThreads = 1;

const fileOf = (name: string) => fileURLToPath(new URL(`exports/${name}`, import.meta.url));
const bytesOf = (name: string) => new Uint8Array(readFileSync(fileOf(name)));

/** What PyTorch says about words: for each word, the numbers of the output, at each position or for the word. */
type Expected = Readonly<Record<string, readonly (readonly [Word, Numbers])[]>>;
type Numbers = number | readonly Numbers[];
const expected = JSON.parse(readFileSync(fileOf("expected.json"), "utf8")) as Expected;

async function sessionOf(name: string) {
  const model = bytesOf(`${name}.onnx`);
  const externalData = externalFiles(model).map((path) => ({ path, data: bytesOf(path) }));
  const options = { executionProviders: ["wasm"], logSeverityLevel: 4, externalData };
  return openSession(runtime, model, `${name}.onnx`, options);
}

/** Opens a network of exports/, with more in its side file; `notices` are what it says. */
async function open(name: string, more: Partial<NetworkDescription> = {}) {
  const notices: string[] = [];
  const side = parseDescription(readFileSync(fileOf(`${name}.json`), "utf8"), `${name}.json`);
  const options = { name: `${name}.onnx`, notify: (notice: string) => notices.push(notice) };
  return { network: await openNetwork(await sessionOf(name), { ...side, ...more }, options), notices };
}

/** The last row of numbers, or the only one. */
const lastRow = (said: Numbers): readonly number[] => {
  if (typeof said === "number") return [said];
  const last = said[said.length - 1];
  return typeof last === "number" ? (said as readonly number[]) : lastRow(last);
};

const close = (numbers: Iterable<number>, digits = 4) =>
  Array.from(numbers, (number) => expect.closeTo(number, digits));

/** The softmax of the numbers of the tokens a, b and the end. */
function shares([a, b, _start, end]: readonly number[], probabilities: boolean): number[] {
  const weights = [a, b, end].map((score) => (probabilities ? score : Math.exp(score)));
  const sum = weights.reduce((total, weight) => total + weight);
  return weights.map((weight) => weight / sum);
}

const named = (part: string) => Object.keys(expected).filter((name) => name.startsWith(part));

describe("exports of PyTorch: language models", () => {
  test.each(named("model-"))("%s says what PyTorch says", async (name) => {
    const { network } = await open(name);
    if (!(network instanceof LanguageModel)) throw new Error(`${name} is a ${network.kind}`);
    const words = expected[name].map(([word]) => word);
    const answers = await network.next(words);
    expect(network.prefixes).toBe(name !== "model-last");
    for (const [i, [word, said]] of expected[name].entries()) {
      const columns = name === "model-columns-second" ? transposed(said) : said;
      const row = shares(lastRow(columns), name === "model-probabilities");
      expect(Array.from(answers[i].slice(-3)), `${name} ${word.join("")}`).toEqual(
        close(row, name === "model-half" ? 2 : 4),
      );
      expect(answers[i]).toHaveLength(network.prefixes ? 3 * (word.length + 1) : 3);
    }
    await network.release();
  });

  const transposed = (said: Numbers) => {
    const rows = said as readonly (readonly number[])[];
    return rows[0].map((_, at) => rows.map((row) => row[at]));
  };

  test("that hold probabilities say so, and a wrong claim is refused where a row shows it", async () => {
    const { network, notices } = await open("model-probabilities");
    expect(notices).toEqual([
      'model-probabilities.onnx: the rows of softmax sum to 1, so they count as probabilities ("scores": "logits" in the side file says otherwise)',
    ]);
    await network.release();
    const claimed = (await open("model-external", { scores: "probabilities" })).network as LanguageModel;
    await expect(claimed.next([[0, 1]])).rejects.toThrow(
      /^model-external\.onnx, output linear: no distribution after \S+: .*; expected probabilities that sum to 1\. If they are logits, write "scores": "logits"/u,
    );
    await claimed.release();
  });

  test("of fixed sizes are padded, and their limit follows from them", async () => {
    for (const name of ["model-fixed", "model-old-unnamed-fixed"]) {
      const { network, notices } = await open(name);
      expect(network.longest).toBe(4);
      expect(notices).toEqual([
        expect.stringMatching(
          /: the input \S+ has the fixed size 2 × 5, so words have at most 4 letters; export/u,
        ),
      ]);
      await network.release();
    }
  });

  test("that need what nobody gives are refused, with the tensor", async () => {
    await expect(open("needs-state")).rejects.toThrow(
      "needs-state.onnx has an input h0, which cannot be given; known inputs are the tokens, lengths, attention_mask, " +
        "position_ids and token_type_ids, and the file has ids (int64 batch time), h0 (float32 1 batch 3)",
    );
  });

  test("that answer NaN are an error with the tensor and the word", async () => {
    const { network } = await open("gives-nan");
    await expect((network as LanguageModel).next([[0]])).rejects.toThrow(
      "gives-nan.onnx, output linear: no distribution after ε: its logits are no numbers (NaN); expected finite numbers",
    );
    await network.release();
  });

  test("may have their states as outputs: the answers have the axes of the tokens", async () => {
    const session = await sessionOf("model-states");
    expect(session.outputs.map(({ shape }) => shape.length)).toEqual([3, 3, 3]);
    await session.release();
    const { network } = await open("model-states");
    expect(network.kind).toBe("language-model");
    await network.release();
  });

  test("take tensors by their names, which must exist", async () => {
    const { network } = await open("model-old", { input: "tokens", output: "scores" });
    await network.release();
    await expect(open("model-old", { input: "x" })).rejects.toThrow(
      'model-old.onnx: "input" names x, which the network does not have; it has tokens (int64 batch time)',
    );
    await expect(open("model-old", { output: "y" })).rejects.toThrow(
      'model-old.onnx: "output" names y, which the network does not have; it has scores (float32 batch time 4)',
    );
  });
});

describe("weights in a second file", () => {
  test("are named by the network", () => {
    expect(externalFiles(bytesOf("model-external.onnx"))).toEqual(["model-external.onnx.data"]);
    expect(externalFiles(bytesOf("model-old.onnx"))).toEqual([]);
    expect(externalFiles(new TextEncoder().encode("this is a text"))).toEqual([]);
    const small = "\u003a\u0011\u002a\u000f\u006a\u000d\u000a\u0008location\u0012\u0001w";
    expect(externalFiles(new TextEncoder().encode(small))).toEqual(["w"]);
  });

  test("must be as long as the network says", async () => {
    const [path] = externalFiles(bytesOf("model-external.onnx"));
    const data = bytesOf(path).subarray(0, 100);
    const opened = openSession(runtime, bytesOf("model-external.onnx"), "net.onnx", {
      executionProviders: ["wasm"],
      externalData: [{ path, data }],
    });
    await expect(opened).rejects.toThrow(
      /^model-external\.onnx\.data has 100 bytes, and the weights \S+ of net\.onnx end at \d+: the file is cut off, or belongs to another network$/u,
    );
  });

  test("must be given", async () => {
    const opened = openSession(runtime, bytesOf("model-external.onnx"), "net.onnx");
    await expect(opened).rejects.toThrow(
      "net.onnx keeps its weights in model-external.onnx.data, which is not there. PyTorch writes such a file beside the network",
    );
  });
});

describe("exports of PyTorch: acceptors", () => {
  /** Is a word accepted, by the numbers of PyTorch? */
  const accepts = (name: string, numbers: readonly number[]) => {
    if (numbers.length === 2) return numbers[1] > numbers[0];
    return numbers[0] > (name === "acceptor-sigmoid" ? 0.5 : 0);
  };

  test.each(named("acceptor-"))("%s accepts what PyTorch accepts, in any company", async (name) => {
    const { network, notices } = await open(name);
    if (!(network instanceof Acceptor)) throw new Error(`${name} is a ${network.kind}`);
    const words = expected[name].map(([word]) => word);
    const wanted = expected[name].map(([, said]) => accepts(name, lastRow(said)));
    expect(await network.accepts(words)).toEqual(wanted);
    expect(await Promise.all(words.map(async (word) => (await network.accepts([word]))[0]))).toEqual(wanted);
    expect(notices).toEqual(
      name === "acceptor-sigmoid" ? [expect.stringContaining("counts as a probability")] : [],
    );
    await network.release();
  });

  test("give the logits of PyTorch, from one column or two", async () => {
    for (const name of ["acceptor-last", "acceptor-mask", "acceptor-two", "acceptor-sigmoid"]) {
      const network = (await open(name)).network as Acceptor;
      const logits = expected[name].map(([, said]) => {
        const [first, second] = lastRow(said);
        if (second !== undefined) return second - first;
        return name === "acceptor-sigmoid" ? Math.log(first / (1 - first)) : first;
      });
      expect(Array.from(await network.logits(expected[name].map(([word]) => word)))).toEqual(
        close(logits, 3),
      );
      await network.release();
    }
  });

  test("without a start token do not read ε: it is rejected, which is told, or what the side file says", async () => {
    const side = { bos: undefined };
    for (const name of ["acceptor-last", "acceptor-two"]) {
      const { network, notices } = await open(name, side);
      expect(await (network as Acceptor).accepts([[]])).toEqual([false]);
      expect(notices).toEqual([
        `${name}.onnx cannot read ε, since no token starts words; it counts as rejected ("empty": true in the side file says otherwise)`,
      ]);
      await network.release();
    }
    const { network, notices } = await open("acceptor-last", { ...side, empty: true });
    expect(await (network as Acceptor).accepts([[]])).toEqual([true]);
    expect(notices).toEqual([]);
    await network.release();
  });
});

describe("exports of PyTorch: classifiers", () => {
  const COLOURS = ["red", "green", "blue"];
  const best = (numbers: readonly number[]) => numbers.indexOf(Math.max(...numbers));

  test.each(named("classes-"))("%s writes the classes of PyTorch behind each prefix", async (name) => {
    const { network } = await open(name);
    if (!(network instanceof Classifier)) throw new Error(`${name} is a ${network.kind}`);
    expect(network.prefixes).toBe(name === "classes-positions");
    const words = expected[name].map(([word]) => word);
    const runs = await network.run(words);
    for (const [i, [word, said]] of expected[name].entries()) {
      const found = best(lastRow(said));
      expect(runs[i]).toHaveLength(word.length + 1);
      expect(runs[i].at(-1)).toBe(name === "classes-positions" ? String(found) : COLOURS[found]);
      for (const [k, run] of runs.entries()) {
        if (word.every((letter, at) => words[k][at] === letter))
          expect(run[word.length]).toBe(runs[i].at(-1));
      }
    }
    expect(network.questions(words)).toBe(0);
    await network.release();
  });

  test("name as many classes as the output has columns", async () => {
    await expect(open("classes-last", { classes: ["red", "green"] })).rejects.toThrow(
      'classes-last.onnx: "classes" has 2 names, but the output linear has 3 columns, one for each class',
    );
  });

  test("are told from language models and acceptors by the side file", async () => {
    const side = { classes: undefined, kind: undefined };
    await expect(open("classes-last", side)).rejects.toThrow(
      "its output linear (float32 batch 3) has 3 columns, and its side file names 3 tokens. If it is a language model",
    );
    const { network, notices } = await open("classes-last", { ...side, kind: "acceptor" });
    expect(network.kind).toBe("classifier");
    expect(notices).toEqual([
      "classes-last.onnx: its output linear has 3 columns, so it puts words into 3 classes and is learned as a Moore machine",
    ]);
    await network.release();
  });
});

test("a network without a side file shows what one could be", async () => {
  const suggested = async (name: string) => {
    const session = await sessionOf(name);
    const found = await suggestDescription(session, `${name}.onnx`);
    await session.release();
    return found;
  };
  expect(await suggested("model-old")).toBe(
    '{"alphabet": ["a", "b"], "bos": 2, "eos": 3} (its output scores has 4 columns)',
  );
  expect(await suggested("acceptor-two")).toBe(
    '{"alphabet": ["a", "b"], "bos": 2} (its output linear has 2 columns, so it accepts or rejects words)',
  );
  expect(await suggested("needs-state")).toBeUndefined();
});
