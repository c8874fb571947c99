/** Mapper files, which people write by hand. */

import { readFileSync } from "node:fs";
import { readMapper } from "@hankel/teachers";
import { type Target, target, textOf } from "../target.ts";

const EXAMPLES = new URL("../../../examples/servers/", import.meta.url);

export const mapperTargets: readonly Target[] = [
  target({
    name: "mapper",
    seeds: ["smtp", "redis", "mqtt", "login"].map((name) =>
      readFileSync(new URL(`${name}.yaml`, EXAMPLES), "utf8"),
    ),
    scraps: [
      "{{",
      "}}",
      "{",
      "}",
      "[",
      "]",
      ": ",
      "- ",
      "\n",
      "'",
      '"',
      "#",
      "&a",
      "*a",
      "!!binary",
      "(",
      "\\x",
      "\t",
      "hex",
      "reset",
    ],
    codes: ["parse"],
    placed: true,
    read: async (input) => readMapper(textOf(input)),
    show: ({ protocol, inputs }) => `${protocol} ${[...inputs.keys()].join(" ")}`,
  }),
];
