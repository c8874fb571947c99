import { copyFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { describe, expect } from "vitest";
import { END, type Speaker, startCompletions } from "../../teachers/test/support/completion-server.ts";
import { expectComplaint, test, type Workplace } from "./support/hankel.ts";

/** Copies a network of examples/models, with its side file unless `bare`. */
async function bring(place: Workplace, name: string, bare = false): Promise<void> {
  for (const ending of bare ? ["onnx"] : ["onnx", "json"])
    await bringFile(place, "models", `${name}.${ending}`);
}

async function bringFile(place: Workplace, folder: string, file: string): Promise<void> {
  const path = fileURLToPath(new URL(`../../../examples/${folder}/${file}`, import.meta.url));
  await copyFile(path, place.path(file));
}

describe("hankel learn model.onnx", () => {
  test("learns an acceptor, and says that the network itself looked for counterexamples", async ({
    place,
  }) => {
    await bring(place, "tomita4");
    // As people run it: the runtime is found from the bundled command.
    const { code, stdout, stderr } = await place.spawn(["learn", "tomita4.onnx"]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ semifield: "boolean", states: 3, alphabet: ["0", "1"] });
    expect(stderr).toContain("states 3, arcs 5");
    expect(stderr).toContain("the black box looked for a counterexample and found none");
  });

  test("learns the automaton that an acceptor nearly is, and says how far it agrees; a journal replays it", async ({
    place,
  }) => {
    await bring(place, "erring-tomita4");
    const learn = ["learn", "erring-tomita4.onnx", "--journal", "run.jsonl", "--json", "--out", "a.json"];
    const result = JSON.parse((await place.run(learn)).stdout) as Record<string, unknown>;
    expect(result).toMatchObject({ outcome: "accepted", states: 3, agreement: { states: 3, words: 1000 } });
    expect(result["established"]).toMatch(/^3 states: the automaton agrees with the target on 9\d/u);
    const replayed = await place.run(["replay", "run.jsonl", "--out", "b.json", "--json"]);
    expect(JSON.parse(replayed.stdout)).toMatchObject({ finished: true, states: 3 });
    expect(await place.read("b.json")).toBe(await place.read("a.json"));
  });

  test("a budget ends the run of an erring acceptor with figures; --learner tree follows its errors", async ({
    place,
  }) => {
    await bring(place, "erring-tomita4");
    const short = await place.run([
      "learn",
      "erring-tomita4.onnx",
      "--max-questions",
      "700",
      "--out",
      "a.json",
    ]);
    expect(short.code).not.toBe(0);
    expect(short.stderr).toContain("3 states so far: the automaton agrees with the target on");
    const exact = ["--learner", "tree", "--max-states", "20", "--json"];
    const followed = await place.run(["learn", "erring-tomita4.onnx", ...exact]);
    expect(JSON.parse(followed.stdout)).toMatchObject({ outcome: "budget" });
    const exactly = await place.run([
      "learn",
      "erring-tomita4.onnx",
      "--exact",
      "--max-states",
      "20",
      "--json",
    ]);
    const { seconds: _s, peakBytes: _p, ...same } = JSON.parse(followed.stdout) as Record<string, unknown>;
    expect(JSON.parse(exactly.stdout)).toMatchObject(same);
    await bring(place, "uhl3");
    const refused = await place.run(["learn", "uhl3.onnx", "--exact"]);
    expectComplaint(
      refused,
      2,
      "--exact follows every answer, and uhl3.onnx gives distributions",
      "soft:distance=0",
    );
  });

  test("tests an acceptor in the state space of the network, and goes on from a journal", async ({
    place,
  }) => {
    await bring(place, "tomita7");
    const tests = ["--equivalence", "regression:400"];
    const learn = ["learn", "tomita7.onnx", ...tests, "--journal", "run.jsonl", "--json", "--out", "a.json"];
    const first = JSON.parse((await place.run(learn)).stdout) as Record<string, unknown>;
    expect(first).toMatchObject({ outcome: "accepted", states: 4 });
    expect(first["established"]).toContain("a search by regression on the target's states");
    const again = JSON.parse((await place.run(learn)).stdout) as Record<string, unknown>;
    expect(again).toMatchObject({ asked: 17, tests: first["tests"] });
    expect(again["established"]).toBe(
      `${first["established"]} Nothing new was asked in this run: all answers are from the journal run.jsonl, 379 answers, of which 17 were asked again, with the same result.`,
    );
  });

  test("says which outputs there are if the one for states is not among them", async ({ place }) => {
    await bring(place, "tomita7");
    const ended = await place.run(["learn", "tomita7.onnx", "--with", "hidden=memory"]);
    const outputs = "it has the outputs logit (float32 batch), hidden (float32 batch 48)";
    expectComplaint(ended, 2, "the hidden states cannot be the output memory", outputs);
  });

  test("needs states for a search in them", async ({ place }) => {
    await bring(place, "transformer-6");
    const learn = ["learn", "transformer-6.onnx", "--learner", "tree", "--equivalence", "regression:10"];
    expectComplaint(await place.run(learn), 2, "the target gives no states");
  });

  test("learns a language model, keeps a journal and goes on from it", async ({ place }) => {
    await bring(place, "transformer-6");
    const learn = ["learn", "transformer-6.onnx", "--journal", "run.jsonl", "--json", "--out", "a.json"];
    const first = await place.run(learn);
    expect(first.code).toBe(0);
    const [header] = (await place.read("run.jsonl")).split("\n");
    expect(JSON.parse(header)).toMatchObject({ learner: "soft", next: { prefixes: true, longest: 60 } });
    const { established } = JSON.parse(first.stdout) as { established: string };
    expect(established).toContain("The target reads at most 60 letters.");
    const automaton = await place.read("a.json");
    expect(JSON.parse(automaton)).toMatchObject({ semifield: "real", alphabet: [..."abcdefghi"] });
    const again = await place.run(learn);
    const { outcome, asked, established: rests } = JSON.parse(again.stdout) as Record<string, unknown>;
    expect([outcome, asked]).toEqual(["accepted", 16]);
    expect(rests).toContain("Nothing new was asked in this run: all answers are from the journal");
    expect(await place.read("a.json")).toBe(automaton);
  });

  test("learns a Moore machine from a classifier that PyTorch exported, and goes on from a journal", async ({
    place,
  }) => {
    for (const ending of ["onnx", "onnx.data", "json"])
      await bringFile(place, "pytorch", `classifier.${ending}`);
    const learn = ["learn", "classifier.onnx", "--journal", "run.jsonl", "--json", "--out", "a.json"];
    const first = JSON.parse((await place.run(learn)).stdout) as object;
    expect(first).toMatchObject({ outcome: "accepted", machine: "moore", states: 3, arcs: 6 });
    const again = JSON.parse((await place.run(learn)).stdout) as Record<string, unknown>;
    expect([again["outcome"], again["asked"]]).toEqual(["accepted", 16]);
    expect(again["established"]).toContain("Nothing new was asked in this run");
    const outputs = await place.print("weigh", "a.json", "1 0 1 1");
    expect(outputs.trim()).toBe("zero one one two zero");
  });

  test("takes the tensors that are named, and reports what a side file says in vain", async ({ place }) => {
    await bring(place, "tomita1", true);
    await place.write("tomita1.json", JSON.stringify({ alphabet: ["0", "1"], bos: 2, layers: 1 }));
    const learn = ["learn", "tomita1.onnx", "--with", "input=input_ids", "--with", "output=logit"];
    const { code, stderr } = await place.run(learn);
    expect(code).toBe(0);
    expect(stderr).toContain('tomita1.json: "layers" is unknown and does nothing; known are alphabet');
    expectComplaint(
      await place.run(["learn", "tomita1.onnx", "--with", "output=logits"]),
      2,
      '"output" names logits, which the network does not have; it has logit (float32 batch), hidden (float32 batch 48)',
    );
  });

  test("takes options instead of a side file", async ({ place }) => {
    await bring(place, "tomita1", true);
    const learn = ["learn", "tomita1.onnx", "-q"];
    expectComplaint(
      await place.run(learn),
      2,
      "Write tomita1.json beside it",
      '--alphabet "a b" --with bos=2 --with eos=3',
    );
    const printed = await place.print(
      ...learn,
      "--alphabet",
      "0 1",
      "--with",
      "bos=2",
      "--with",
      "longest=9",
    );
    expect(JSON.parse(printed)).toMatchObject({ states: 1, arcs: [[0, "1", "true", 0]] });
  });

  test("never asks an acceptor about longer words than it reads, and says how long they are", async ({
    place,
  }) => {
    await bring(place, "tomita6", true);
    const side = { kind: "acceptor", alphabet: ["0", "1"], bos: 2, longest: 6 };
    await place.write("tomita6.json", JSON.stringify(side));
    const { code, stdout, stderr } = await place.run(["learn", "tomita6.onnx", "--journal", "run.jsonl"]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ states: 3 });
    expect(stderr).toContain("The target reads at most 6 letters.");
    const lengths = [...(await place.read("run.jsonl")).matchAll(/"word":(\[[^\]]*\])/gu)].map(
      ([, word]) => (JSON.parse(word) as string[]).length,
    );
    expect(Math.max(...lengths)).toBe(6);
  });

  test("options of one target are refused for another", async ({ place }) => {
    const complain = async (args: readonly string[], message: string) =>
      expectComplaint(await place.run(["learn", ...args]), 2, message);
    await complain(["x.onnx"], "cannot read x.onnx: no such file, or no permission");
    await complain(
      ["x.json", "--with", "prompt=p"],
      "--with is for black boxes; x.json is an automaton file",
    );
    await complain(
      ["x.onnx", "--with", "prompt=p"],
      '--with "prompt": a network has batch, top, bos, eos, longest, input, output and hidden',
    );
    await complain(
      ["x.ts", "--with", "bos=1", "--with", "eos=2"],
      '--with "bos": a module has batch, digits, start-timeout, reset and top',
    );
    await complain(
      ["x.onnx", "openai:http://localhost"],
      'expected one target, got "x.onnx" "openai:http://localhost"',
    );
    await complain(
      ["openai:http://localhost"],
      "a completion server needs the symbols, which are texts, as in --alphabet",
    );
  });
});

describe("hankel learn openai:http://…", () => {
  const speaker: Speaker = () => ({ a: 0.3, b: 0.3, [END]: 0.2, the: 0.2 });

  test("learns from a completion server, with the key from the environment, and shows the tokens", async ({
    place,
  }) => {
    const server = await startCompletions({ style: "llama.cpp", speaker });
    const learn = [
      "learn",
      `openai:${server.url}`,
      "--alphabet",
      '["a","b"]',
      "--with",
      "prompt=Go: ",
      "--out",
      "a.json",
    ];
    const env = { HANKEL_OPENAI_KEY: "secret", OPENAI_API_KEY: "not for this server" };
    const { code, stderr } = await place.run([...learn, "--with", "model=m"], { env });
    const json = await place.run([...learn, "--json", "--with", "token-env=OTHER"], {
      env: { OTHER: "other" },
    });
    await server.close();
    expect(code).toBe(0);
    const prompt = server.asked.filter(({ model }) => model === "m");
    const tokens = prompt.reduce((sum, { prompt: text }) => sum + text.length, 0);
    expect(stderr).toContain(
      `Tokens, as the server counted them: ${tokens} in prompts, ${prompt.length} in answers`,
    );
    expect(JSON.parse(json.stdout)).toMatchObject({ tokens: { prompt: tokens, completion: prompt.length } });
    expect(JSON.parse(await place.read("a.json"))).toMatchObject({
      states: 1,
      final: [[0, expect.stringMatching(/^0\.25/u)]],
    });
    expect(new Set(server.asked.map(({ key }) => key))).toEqual(new Set(["Bearer secret", "Bearer other"]));
  });

  test("stops if its tokens are not the symbols, and shows them", async ({ place }) => {
    const spaced: Speaker = () => ({ " heads": 0.5, " tails": 0.3, [END]: 0.2 });
    const server = await startCompletions({ style: "vllm", speaker: spaced });
    const ended = await place.run(["learn", `openai:${server.url}`, "--alphabet", "heads tails"]);
    await server.close();
    expectComplaint(ended, 3, "no symbol is among the 3 likeliest tokens", 'the likeliest are " heads" 0.50');
  });

  test("OpenAI's own key is not sent to another server", async ({ place }) => {
    const server = await startCompletions({ style: "vllm", speaker });
    const learn = ["learn", `openai:${server.url}`, "--alphabet", "a b", "--out", "a.json", "-q"];
    const { code } = await place.run(learn, { env: { OPENAI_API_KEY: "secret" } });
    await server.close();
    expect(code).toBe(0);
    expect(new Set(server.asked.map(({ key }) => key))).toEqual(new Set([undefined]));
  });

  test("an unknown model ends with exit code 3 and the models there are", async ({ place }) => {
    const server = await startCompletions({ style: "vllm", speaker, model: "qwen" });
    const ended = await place.run([
      "learn",
      `openai:${server.url}`,
      "--alphabet",
      "a b",
      "--with",
      "model=qwn",
    ]);
    await server.close();
    expectComplaint(ended, 3, "The model `qwn` does not exist. (its models are qwen)");
  });
});
