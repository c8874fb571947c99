import { copyFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createLearner, type Distribution, parseEquivalence, type Word } from "@hankel/core";
import { type BlackBox, findsOf, learnLive, type OnnxBoxOptions, openOnnx } from "@hankel/teachers";
import * as web from "onnxruntime-web";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { loadRuntime } from "../src/onnx/runtime.ts";
import { modelPath, tomita } from "./support/models.ts";

/** Every machine has onnxruntime-web in these tests; a native runtime that happens to be installed is not used. */
const load = async (name: string): Promise<unknown> => {
  if (name === "onnxruntime-web") return web;
  throw Object.assign(new Error(`no ${name}`), { code: "ERR_MODULE_NOT_FOUND" });
};

const open = (options: OnnxBoxOptions) => openOnnx({ load, ...options });

/** All words of up to so many letters. */
function allWords(letters: number, longest: number): Word[] {
  const words: Word[] = [[]];
  for (let from = 0, length = 0; length < longest; length++) {
    const to = words.length;
    for (; from < to; from++)
      for (let letter = 0; letter < letters; letter++) words.push([...words[from], letter]);
  }
  return words;
}

describe("acceptors of Tomita's languages", () => {
  test.each(tomita.map((language, i) => ({ number: i + 1, ...language })))(
    "number $number is learned with the default tests: its automaton has $states states",
    async ({ number, states, accepts }) => {
      const box = (await open({ path: modelPath(`tomita${number}`) })) as BlackBox<boolean>;
      const tests = parseEquivalence(box.tests ?? "", {
        seed: 1,
        box: findsOf(box),
        samples: false,
        words: () => [],
      });
      const { outcome, automaton } = await learnLive(box, {
        createLearner: (setting) => createLearner(setting),
        tests,
      });
      await box.close?.();
      expect(outcome).toBe("accepted");
      expect(automaton.size).toBe(states);
      // Both have at most 5 states with the sink, so words of up to 9 letters would show any difference.
      const wrong = allWords(2, 9).filter((word) => automaton.weigh(word) !== accepts(word.join("")));
      expect(wrong).toEqual([]);
    },
  );
});

describe("a language model", () => {
  test("is a black box that gives distributions with prefixes, in any order of lengths", async () => {
    const box = (await open({ path: modelPath("random-5"), batch: 3 })) as BlackBox<number, Distribution>;
    expect(box.kind.header.next).toEqual({ prefixes: true });
    expect([box.findCounterexample, box.draw, box.longest]).toEqual([undefined, undefined, undefined]);
    const words = [[0, 1, 2, 3], [], [4], [2, 2, 2, 2, 2, 2, 2, 2]];
    const arrived: (readonly [number, number])[] = [];
    const answers = await box.weigh(words, { arrived: (from, some) => arrived.push([from, some.length]) });
    expect(answers.map(({ length }) => length)).toEqual(words.map((word) => 6 * (word.length + 1)));
    for (const answer of answers) {
      expect(Array.from(answer.subarray(0, 6))).toEqual(Array.from(answers[1], (p) => expect.closeTo(p, 6)));
    }
    expect(arrived).toEqual([[0, 4]]);
    await box.close?.();
  });

  test("is asked piece by piece, until the run is cancelled", async () => {
    const box = (await open({ path: modelPath("uhl1") })) as BlackBox<number, Distribution>;
    const stop = new AbortController();
    let pieces = 0;
    const words = allWords(2, 10);
    const asked = box.weigh(words, {
      signal: stop.signal,
      arrived() {
        if (++pieces === 2) stop.abort();
      },
    });
    await expect(asked).rejects.toThrow("cancelled");
    expect(pieces).toBe(2);
    await box.close?.();
  });

  test("goes on for others when one of them is cancelled", async () => {
    const box = (await open({ path: modelPath("uhl1") })) as BlackBox<number, Distribution>;
    const words = allWords(2, 7);
    const [one, other] = [new AbortController(), new AbortController()];
    const asked = box.weigh(words, { signal: one.signal });
    const cancelled = box.weigh(words, { signal: other.signal });
    other.abort();
    await expect(cancelled).rejects.toThrow("cancelled");
    expect(await asked).toHaveLength(words.length);
    await box.close?.();
  });

  test("has a limit that is told, if no side file says it", async () => {
    const notices: string[] = [];
    const folder = await mkdtemp(join(tmpdir(), "hankel-onnx-"));
    const path = join(folder, "net.onnx");
    await copyFile(modelPath("transformer-6"), path);
    const box = await open({
      path,
      alphabet: [..."abcdefghi"],
      bos: 9,
      eos: 10,
      report: (n) => notices.push(n),
    });
    expect(box.longest).toBe(60);
    expect(box.kind.header.next).toEqual({ prefixes: true, longest: 60 });
    expect(notices).toEqual([`${path} reads words of at most 60 letters; longer ones are not asked`]);
    await expect(box.weigh([new Array(61).fill(0)])).rejects.toThrow(
      `${path} reads words of at most 60 letters, and was asked about one of 61`,
    );
    await box.close();
    await rm(folder, { recursive: true });
  });
});

describe("the files of a network", () => {
  let folder: string;
  let path: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "hankel-onnx-"));
    path = join(folder, "net.onnx");
    await copyFile(modelPath("uhl1"), path);
  });
  afterEach(() => rm(folder, { recursive: true }));
  const side = (text: string) => writeFile(join(folder, "net.json"), text);

  test("the options say the same as a side file, and win over it", async () => {
    const first = await open({ path, alphabet: ["a", "b"], bos: 2, eos: 3 });
    await side('{"alphabet": ["a", "b"], "bos": 1, "eos": 3, "longest": 7}');
    const second = await open({ path, bos: 2, longest: 5 });
    expect(second.longest).toBe(5);
    const words = [[0, 1, 1]];
    expect(await second.weigh(words)).toEqual(await first.weigh(words));
    await Promise.all([first.close(), second.close()]);
  });

  test("with a side file, the alphabet of the options chooses symbols", async () => {
    await side('{"alphabet": ["a", "b"], "bos": 2, "eos": 3}');
    const whole = (await open({ path })) as BlackBox<number, Distribution>;
    const part = (await open({ path, alphabet: ["b"] })) as BlackBox<number, Distribution>;
    const [[, b, end]] = await whole.weigh([[]]);
    const [answer] = await part.weigh([[]]);
    expect(Array.from(answer)).toEqual([
      expect.closeTo(b / (b + end), 6),
      expect.closeTo(end / (b + end), 6),
    ]);
    await expect(open({ path, alphabet: ["c"] })).rejects.toThrow('"c" is not in the alphabet {"a", "b"}');
    await Promise.all([whole.close?.(), part.close?.()]);
  });

  test("without a side file, the error says what to write", async () => {
    await expect(open({ path })).rejects.toThrow(
      `nothing says what the tokens of ${path} mean. Write net.json beside it, such as {"alphabet": ["a", "b"], "bos": 2, ` +
        '"eos": 3} (its output logits has 4 columns): the symbols in the order of their tokens, the token that starts a word and the one that ends it; or ' +
        'say the same with --alphabet "a b" --with bos=2 --with eos=3',
    );
  });

  test("a side file with a mistake is named", async () => {
    await side('{"alphabet": "ab"}');
    await expect(open({ path })).rejects.toThrow(
      `${join(folder, "net.json")}: "alphabet" must be an array of strings`,
    );
  });

  test("what is no network is refused", async () => {
    await side('{"alphabet": ["a"], "bos": 1, "eos": 2}');
    await writeFile(path, "this is a text");
    await expect(open({ path })).rejects.toThrow(`${path} is no ONNX file that can be run:`);
    await expect(open({ path: join(folder, "none.onnx") })).rejects.toThrow(
      "none.onnx: no such file, or no permission",
    );
  });
});

describe("exports of PyTorch", () => {
  const exported = (name: string) =>
    fileURLToPath(new URL(`../../networks/test/exports/${name}.onnx`, import.meta.url));
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "hankel-onnx-"));
  });
  afterEach(() => rm(folder, { recursive: true }));

  test("have their weights in a file beside them", async () => {
    const box = (await open({ path: exported("model-external") })) as BlackBox<number, Distribution>;
    const [[a, b, end]] = await box.weigh([[]]);
    expect(a + b + end).toBeCloseTo(1);
    await box.close?.();
    const path = join(folder, "net.onnx");
    await copyFile(exported("model-external"), path);
    await expect(open({ path, alphabet: ["a", "b"], bos: 2, eos: 3 })).rejects.toThrow(
      `${path} keeps its weights in model-external.onnx.data, which is not there`,
    );
  });

  test("name no weights outside their folder", async () => {
    const bytes = await readFile(exported("model-external"), "latin1");
    const path = join(folder, "net.onnx");
    await writeFile(path, bytes.replaceAll("model-external.onnx.data", "../el-external.onnx.data"), "latin1");
    await expect(open({ path, alphabet: ["a", "b"], bos: 2, eos: 3 })).rejects.toThrow(
      `${path} names weights outside its folder, "../el-external.onnx.data"; they are not read`,
    );
  });

  test("tell what is unknown in their side files, and how they are read", async () => {
    const notices: string[] = [];
    const path = join(folder, "net.onnx");
    await copyFile(exported("model-probabilities"), path);
    await writeFile(
      join(folder, "net.json"),
      '{"alphabet": ["a", "b"], "bos": 2, "eos": 3, "vocab_size": 4}',
    );
    const box = await open({ path, report: (notice) => notices.push(notice) });
    expect(notices).toEqual([
      expect.stringContaining('net.json: "vocab_size" is unknown and does nothing; known are alphabet, bos'),
      expect.stringContaining("the rows of softmax sum to 1, so they count as probabilities"),
    ]);
    await box.close();
  });

  test("with classes are Moore machines: each prefix is a question, unless one run tells them all", async () => {
    for (const [name, questions] of [
      ["classes-last", 4],
      ["classes-positions", undefined],
    ] as const) {
      const box = await open({ path: exported(name) });
      expect(box.kind.describe()).toBe("a Moore machine");
      expect(box.questions?.([[0, 1, 1]])).toBe(questions);
      const [run] = await box.weigh([[0, 1, 1]]);
      expect(String(run).split(" ")).toHaveLength(4);
      expect(box.questions?.([[0, 1, 1]])).toBe(questions && 0);
      await box.close();
    }
  });
});

describe("several sessions", () => {
  /** So many sessions, and at most so many words in a run. */
  const settings = [
    { workers: 1 },
    { workers: 1, batch: 1 },
    { workers: 1, batch: 5 },
    { workers: 1, batch: 500 },
    { workers: 2 },
    { workers: 3, batch: 4 },
  ];

  // Attention adds up the positions of a padded word in another order; a recurrent network does not look at them.
  test.each(["random-5", "transformer-6", "tomita4"])(
    "%s gives the same bits whatever their number and the size of a run",
    async (name) => {
      const words = allWords(2, 6).map((word, i) => [
        ...word,
        ...new Array<number>((7 * i) % 20).fill(i % 2),
      ]);
      const answers: unknown[] = [];
      for (const setting of settings) {
        const box = await open({ path: modelPath(name), ...setting });
        answers.push(await box.weigh(words));
        await box.close();
      }
      for (const other of answers.slice(1)) expect(other).toEqual(answers[0]);
    },
  );

  test("end with the box, also in the middle of a batch", async () => {
    const threads = () => process.getActiveResourcesInfo().filter((each) => each === "MessagePort").length;
    const before = threads();
    const box = (await open({ path: modelPath("uhl1"), workers: 2 })) as BlackBox<number, Distribution>;
    const stop = new AbortController();
    const asked = box.weigh(allWords(2, 11), { signal: stop.signal, arrived: () => stop.abort() });
    await expect(asked).rejects.toThrow("cancelled");
    await box.close?.();
    expect(threads()).toBe(before);
    await expect(box.weigh([[0]])).rejects.toThrow("the network was closed");
  });

  test("say why the network cannot be opened, as one does", async () => {
    const folder = await mkdtemp(join(tmpdir(), "hankel-onnx-"));
    const path = join(folder, "net.onnx");
    await writeFile(path, "no network");
    await writeFile(join(folder, "net.json"), '{"alphabet": ["a"], "bos": 1, "eos": 2}');
    const problems: string[] = [];
    for (const workers of [1, 2]) {
      await open({ path, workers }).catch((error: Error) => problems.push(error.message));
    }
    expect(problems[0]).toContain(`${path} is no ONNX file that can be run`);
    expect(problems[1]).toBe(problems[0]);
    await rm(folder, { recursive: true });
  });
});

describe("the runtime", () => {
  test("is onnxruntime-node where it is installed", async () => {
    const native = { InferenceSession: { create: () => {} }, Tensor: Float32Array };
    const { name, runtime } = await loadRuntime(async () => ({ default: native }));
    expect({ name, runtime }).toEqual({ name: "onnxruntime-node", runtime: native });
  });

  test("is onnxruntime-web otherwise, in one thread", async () => {
    expect((await loadRuntime(load)).name).toBe("onnxruntime-web");
    expect(web.env.wasm.numThreads).toBe(1);
  });

  test("must be installed", async () => {
    await expect(loadRuntime(() => load("nothing"))).rejects.toThrow(
      "networks need the package onnxruntime-node or onnxruntime-web, and neither is installed: npm install onnxruntime-web",
    );
  });

  test("that is installed but broken says why", async () => {
    await expect(
      loadRuntime(() => Promise.reject(new Error("libonnxruntime.so: no such file"))),
    ).rejects.toThrow("onnxruntime-node is installed but cannot be loaded: libonnxruntime.so: no such file");
  });
});
