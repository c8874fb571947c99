import { access } from "node:fs/promises";
import { countOf } from "../internal/core.ts";
import { STARTING_FILES } from "../mapper/starting-files.ts";
import { misuse } from "../support/failures.ts";
import { print, writeText } from "../support/output.ts";
import { standardError } from "../support/terminal.ts";
import { readMapperFile } from "../target/open.ts";
import { addExamples, type Define, define } from "./define.ts";

/** A target to begin with, for each protocol. */
const TARGETS = { tcp: "tcp://localhost:25", http: "http://localhost:8080" } as const;

const init = define({
  operands: [
    ["<protocol>", "tcp for bytes and lines, also over TLS; http for requests"],
    ["[file]", "the file to write, or - for standard output", "door.yaml"],
  ],
  async run([protocol, file = "door.yaml"]) {
    if (protocol !== "tcp" && protocol !== "http")
      throw misuse(`expected tcp or http, got ${protocol}: tcp is for bytes and lines, http for requests`);
    const text = STARTING_FILES[protocol];
    if (file === "-") return print(text);
    if (await exists(file))
      throw misuse(`${file} is there already, and is left as it is: choose another name`);
    await writeText(file, text);
    const target = TARGETS[protocol];
    const first = protocol === "tcp" ? "HELO" : "home";
    for (const line of [
      `wrote ${file}: the inputs of a small ${protocol === "tcp" ? "mail server" : "web site"}, every key explained. What to do next:`,
      "  1. put your server's inputs in it, and patterns for its replies",
      `  2. hankel mapper check ${file}`,
      `  3. hankel try ${target} --mapper ${file} ${first}      one word, with all bytes`,
      `  4. hankel learn ${target} --mapper ${file} --out learned.json`,
    ])
      standardError.line(line);
  },
});

const check = define({
  operands: [["<mapper>", "a mapper file, YAML or JSON"]],
  async run([file]) {
    const { protocol, inputs, outputs, values, reset } = await readMapperFile(file);
    const parts = [
      countOf(inputs.size, "input"),
      countOf(outputs.length, "pattern"),
      countOf(values.length, "value"),
      `${countOf(reset.length, "step")} in the reset`,
    ];
    await print(
      `${file}: a mapper for ${protocol} with ${parts.join(", ")}\ninputs: ${[...inputs.keys()].join(" ")}\n`,
    );
  },
});

export const mapper: Define = (command, ...rest) => {
  const add = (name: string, about: string, part: Define) =>
    part(command.command(name).description(about), ...rest);
  add("init", "write a file to begin with, in which every key is explained", init);
  add("check", "read a mapper file, and say what is in it or what is wrong", check);
  addExamples(command, [
    "hankel mapper init tcp door.yaml",
    "hankel mapper check door.yaml",
    "hankel try tcp://localhost:25 --mapper door.yaml HELO MAIL",
    "hankel learn tcp://localhost:25 --mapper door.yaml",
  ]);
};

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
