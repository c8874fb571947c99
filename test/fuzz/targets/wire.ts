/** What black boxes, servers and fleets send. */

import { type Alphabet, type Automaton, randomAutomaton, rational, type Word } from "@hankel/core";
import {
  readIds,
  readJoin,
  readLease,
  readMessage,
  readSeconds,
  readWant,
  shownText,
} from "../../../packages/teachers/src/fleet/fleet-messages.ts";
import { dialectOf } from "../../../packages/teachers/src/openai/dialect.ts";
import { parseAnnouncement } from "../../../packages/teachers/src/wire/announcement.ts";
import {
  answersIn,
  conjectureRequest,
  parseReply,
  type Reply,
  sampleRequest,
  wordsRequest,
} from "../../../packages/teachers/src/wire/messages.ts";
import { type Vocabulary, vocabularyOf } from "../../../packages/teachers/src/wire/vocabulary.ts";
import { type Target, target, textOf } from "../target.ts";

const SCRAPS = [
  "{",
  "}",
  "[",
  "]",
  ",",
  ":",
  '"',
  "null",
  "true",
  '"id"',
  '"error"',
  '"a"',
  "NaN",
  "1",
  "-1",
  "\\u0000",
];

const ANNOUNCEMENTS = [
  { hankel: 1, semifield: "rational", alphabet: ["a", "b"], counterexamples: true, samples: true },
  { hankel: 1, machine: "mealy", alphabet: ["a", "b"] },
  { hankel: 1, next: true, logs: true, prefixes: true, longest: 5, alphabet: ["a", "b"] },
  { hankel: 1, semifield: "real:1e-6", alphabet: ["a", "b"], states: 2 },
];

/** Replies that once were not handled as they should be, whatever was asked. */
const FOUND = [
  { choices: [null] },
  { hankel: "7".repeat(1000) },
  { error: { toString: 1 } },
  { weights: [{ toString: 1 }, {}, {}], outputs: [{ toString: 1 }, {}, {}] },
].map((reply) => JSON.stringify(reply));

function wireTarget<V>(name: string, seeds: readonly unknown[], read: (reply: Reply) => V): Target {
  return target({
    name,
    found: FOUND,
    codes: ["teacher"],
    seeds: seeds.map((seed) => JSON.stringify(seed)),
    scraps: SCRAPS,
    json: "whole",
    read: (input) => read(parseReply(textOf(input))),
    show: (value) => JSON.stringify(value) ?? "nothing",
  });
}

const announcements = target({
  name: "announcement",
  found: FOUND,
  // The names of semifields and symbols are checked where the rest of the library checks them.
  codes: ["teacher", "algebra", "usage"],
  seeds: ANNOUNCEMENTS.map((seed) => JSON.stringify(seed)),
  scraps: SCRAPS,
  json: "whole",
  read(input) {
    const announcement = parseAnnouncement(parseReply(textOf(input)));
    vocabularyOf(announcement, {});
    return announcement;
  },
  show: (announcement) => JSON.stringify(announcement),
});

const words: readonly Word[] = [[], [0], [0, 1]];

/** Boxes of every kind, and their answers about these words. */
const ANSWERS: Readonly<Record<string, { announced: object; replies: readonly object[] }>> = {
  rational: { announced: { semifield: "rational" }, replies: [{ id: 1, weights: ["1/2", 3, "-0.5"] }] },
  boolean: { announced: { semifield: "boolean" }, replies: [{ id: 1, weights: [true, false, "true"] }] },
  real: { announced: { semifield: "real" }, replies: [{ id: 1, weights: [0.5, 1e-9, "1"] }] },
  log: { announced: { semifield: "log" }, replies: [{ id: 1, weights: [0.5, "Infinity", 3] }] },
  "free-group": { announced: { semifield: "free-group" }, replies: [{ id: 1, weights: ["x", "y^-1", "1"] }] },
  "prime-field": { announced: { semifield: "prime-field:7" }, replies: [{ id: 1, weights: [1, "6", 0] }] },
  quaternion: { announced: { semifield: "quaternion" }, replies: [{ id: 1, weights: ["1+i", 2, "k"] }] },
  mealy: { announced: { machine: "mealy" }, replies: [{ id: 1, outputs: [[], ["x"], ["x", "y"]] }] },
  moore: {
    announced: { machine: "moore" },
    replies: [{ id: 1, outputs: [["x"], ["x", "y"], ["x", "y", "z"]] }],
  },
  next: {
    announced: { next: true },
    replies: [
      {
        id: 1,
        distributions: [
          [0.5, 0.25, 0.25],
          [0, 0, 1],
          [1, 0, 0],
        ],
      },
    ],
  },
  logs: {
    announced: { next: true, logs: true },
    replies: [
      {
        id: 1,
        distributions: [
          [-1.0986, -1.0986, -1.0986],
          [null, "-inf", 0],
          [0, null, null],
        ],
      },
    ],
  },
  prefixes: {
    announced: { next: true, prefixes: true },
    replies: [
      {
        id: 1,
        distributions: [
          [[0, 0, 1]],
          [
            [0, 0, 1],
            [1, 0, 0],
          ],
          [
            [0, 0, 1],
            [1, 0, 0],
            [0, 1, 0],
          ],
        ],
      },
    ],
  },
};

function vocabulary(announced: object): Vocabulary {
  return vocabularyOf(parseAnnouncement({ hankel: 1, alphabet: ["a", "b"], ...announced }), {});
}

const answerTargets = Object.entries(ANSWERS).map(([name, { announced, replies }]) => {
  const known = vocabulary(announced);
  return wireTarget(`answer/${name}`, replies, (reply) => answersIn(known, words, reply).map(String));
});

const withStates = vocabulary({ semifield: "real", states: 2 });
const alphabet: Alphabet = withStates.alphabet;
const hypothesis = randomAutomaton({
  algebra: rational,
  states: 2,
  letters: 2,
  seed: 1,
}) as Automaton<unknown>;
const conjecture = conjectureRequest(withStates, hypothesis);
const sample = sampleRequest(alphabet, 2, 1);

const replyTargets = [
  wireTarget(
    "answer/states",
    [
      {
        id: 1,
        weights: [1, 2, 3],
        states: [
          [1, 2],
          [0, 0],
          [0.5, -1],
        ],
      },
    ],
    (reply) => wordsRequest(withStates, words, true).decode(reply).weights,
  ),
  wireTarget(
    "counterexample",
    [
      { id: 1, counterexample: ["a", "b"] },
      { id: 1, counterexample: null },
    ],
    (reply) => conjecture.decode(reply),
  ),
  wireTarget("drawn-words", [{ id: 1, words: [["a"], []] }], (reply) => sample.decode(reply)),
];

const JOIN = {
  hankel: 1,
  fleet: 1,
  session: "s",
  semifield: "rational",
  alphabet: ["a", "b"],
  probe: [[], ["a"]],
  weights: ["1", "1/2"],
  want: 2,
  holds: [1, 2],
  copies: 3,
  host: "bench",
  pid: 7,
  longest: 9,
  tests: "walk:100",
  fingerprint: "f",
};

function fleetTarget<V>(name: string, seeds: readonly object[], read: (message: Reply) => V): Target {
  return target({
    name: `fleet/${name}`,
    codes: ["teacher", "parse"],
    seeds: seeds.map((seed) => JSON.stringify(seed)),
    scraps: SCRAPS,
    json: "whole",
    read: (input) => read(readMessage(input)),
    show: (value) => JSON.stringify(value) ?? "nothing",
  });
}

const fleetTargets = [
  fleetTarget("join", [JOIN], readJoin),
  fleetTarget("lease", [{ id: 1, words: [["a", "b"], []], seconds: 30 }], (message) => [
    readLease(alphabet, message["words"]),
    readSeconds(message["seconds"]),
  ]),
  fleetTarget("beat", [{ want: 3, holds: [4], error: "it broke" }], (message) => [
    readWant(message),
    readIds(message["holds"]),
    shownText(message["error"]),
  ]),
];

const VLLM = {
  choices: [{ text: "a", logprobs: { tokens: ["a"], top_logprobs: [{ a: -0.1, "</s>": -2.5 }] } }],
  usage: { prompt_tokens: 3, completion_tokens: 1 },
};
const LLAMA = {
  choices: [
    { text: "a", logprobs: { content: [{ top_logprobs: [{ token: "a", bytes: [97], logprob: -0.1 }] }] } },
  ],
};
const OLLAMA = {
  logprobs: [{ top_logprobs: [{ token: "a", logprob: -0.1 }] }],
  prompt_eval_count: 3,
  eval_count: 1,
};

const openAi = dialectOf(new URL("http://localhost:8000"));
const ollama = dialectOf(new URL("http://localhost:11434/api/generate"));

const completionTargets = [
  wireTarget("completion/openai", [VLLM, LLAMA], (reply) => openAi.read(reply)),
  wireTarget("completion/ollama", [OLLAMA], (reply) => ollama.read(reply)),
];

export const wireTargets: readonly Target[] = [
  announcements,
  ...answerTargets,
  ...replyTargets,
  ...fleetTargets,
  ...completionTargets,
];
