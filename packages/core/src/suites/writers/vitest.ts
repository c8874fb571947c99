import type { Speaks, Suite } from "../suite.ts";
import { testJson } from "./jsonl.ts";
import { CONNECT, CONNECTED, heading, namesOfTests, type SuiteFormat, script } from "./writer.ts";

/** A file for vitest, in TypeScript or JavaScript. */
export const vitest: SuiteFormat = {
  name: "vitest",
  about: "a file for vitest",
  endings: [".test.ts", ".test.mts", ".test.js", ".test.mjs"],
  write(suite, { title, typed = true }) {
    const names = namesOfTests(suite);
    const tests = suite.tests.map((test, i) => {
      return `  ${JSON.stringify({ name: names[i], ...testJson(suite, test) })},\n`;
    });
    return `// ${heading(suite, title)}
import { describe, expect, test } from "vitest";

// ${CONNECT}
${script(connections[suite.speaks], typed)}
// ${CONNECTED}
const tests${typed ? `: ${typeOfTests(suite)}[]` : ""} = [
${tests.join("")}];

describe(${JSON.stringify(title)}, () => {
  for (const { name, word, ${answersOf(suite)} } of tests) {
    test(name, async () => {
${script(bodies[suite.speaks], typed)}    });
  }
});
`;
  },
};

function answersOf({ speaks }: Suite): string {
  return speaks === "acceptor" ? "accepted" : speaks === "weights" ? "weights" : "outputs";
}

function typeOfTests(suite: Suite): string {
  const answers = {
    mealy: "string",
    moore: "string",
    acceptor: "(boolean | null)",
    weights: "(string | null)",
  };
  return `{ name: string; word: string[]; ${answersOf(suite)}: ${answers[suite.speaks]}[] }`;
}

const STOP = `    async stop()«: Promise<void>» {},`;

const connections: Readonly<Record<Speaks, string>> = {
  mealy: `// A fresh system for each test: \`step\` gives it an input and returns the output.
async function start() {
  return {
    async step(input«: string»)«: Promise<string>» {
      throw new Error(\`connect your system in start(): the input is \${input}\`);
    },
${STOP}
  };
}`,
  moore: `// A fresh system for each test: \`output\` returns what it shows now, and \`step\` gives it an input.
async function start() {
  return {
    async output()«: Promise<string>» {
      throw new Error("connect your system in start()");
    },
    async step(input«: string»)«: Promise<void>» {
      throw new Error(\`connect your system in start(): the input is \${input}\`);
    },
${STOP}
  };
}`,
  acceptor: `// Does your system accept a word?
async function accepts(word«: string[]»)«: Promise<boolean>» {
  throw new Error(\`connect your system in accepts(): the word is \${word.join(" ")}\`);
}`,
  weights: `// The weight that your system gives a word, as a text in the notation of the tests, or as a number.
async function weigh(word«: string[]»)«: Promise<unknown>» {
  throw new Error(\`connect your system in weigh(): the word is \${word.join(" ")}\`);
}`,
};

const bodies: Readonly<Record<Speaks, string>> = {
  mealy: `      const system = await start();
      const seen«: string[]» = [];
      try {
        for (const input of word) {
          seen.push(await system.step(input));
          expect(seen, \`the outputs to \${word.slice(0, seen.length).join(" ")}\`).toEqual(outputs.slice(0, seen.length));
        }
      } finally {
        await system.stop();
      }
`,
  moore: `      const system = await start();
      try {
        const seen«: string[]» = [await system.output()];
        expect(seen, "the output at the start").toEqual(outputs.slice(0, 1));
        for (const input of word) {
          await system.step(input);
          seen.push(await system.output());
          expect(seen, \`the outputs to \${word.slice(0, seen.length - 1).join(" ")}\`).toEqual(outputs.slice(0, seen.length));
        }
      } finally {
        await system.stop();
      }
`,
  acceptor: `      for (const [length, expected] of accepted.entries()) {
        if (expected === null) continue;
        const prefix = word.slice(0, length);
        expect(await accepts(prefix), \`is \${JSON.stringify(prefix)} accepted?\`).toBe(expected);
      }
`,
  weights: `      for (const [length, expected] of weights.entries()) {
        if (expected === null) continue;
        const prefix = word.slice(0, length);
        const weight = await weigh(prefix);
        const near = Math.abs(Number(weight) - Number(expected)) <= 1e-9 * Math.max(1, Math.abs(Number(expected)));
        if (!near) expect(String(weight), \`the weight of \${JSON.stringify(prefix)}\`).toBe(expected);
      }
`,
};
