import { type ErrorCode, HankelError } from "hankel";
import { describe, expect, test } from "vitest";
import { exitCodeOf } from "../packages/hankel/src/support/failures.ts";
import { commandsPage, readCommandsPage } from "../scripts/commands-page.ts";
import { readDocument } from "../scripts/documents.ts";

/** The compiler wants all of them. */
const CODES: Readonly<Record<ErrorCode, true>> = {
  usage: true,
  algebra: true,
  parse: true,
  automaton: true,
  unsupported: true,
  teacher: true,
  tolerance: true,
  system: true,
  budget: true,
  cancelled: true,
};

describe("docs/errors.md", () => {
  const page = readDocument("docs/errors.md");
  const rows = Array.from(page.matchAll(/^\| `(\w+)` \|.*\| (\d+) \|$/gmu), ([, code, exit]) => [code, exit]);

  test("has a row for every code, and no other", () => {
    expect(rows.map(([code]) => code)).toEqual(Object.keys(CODES));
  });

  test.each(rows)("%s leads to the exit code %s", (code, exit) => {
    const error = new HankelError(code as ErrorCode, "");
    expect(String(exitCodeOf(error))).toBe(exit);
    const meaning = page
      .slice(page.indexOf("## Exit codes"))
      .match(new RegExp(`^\\| .*\\b${exit}\\b.*$`, "mu"));
    expect(meaning?.[0]).toContain(`\`${code}\``);
  });

  test("says what a bug of ours ends with", () => {
    expect(page).toMatch(new RegExp(`^\\| ${exitCodeOf(new TypeError("a bug"))} \\|`, "mu"));
  });
});

test("docs/commands.md has every command and every topic of the help", () => {
  const page = readCommandsPage();
  expect(commandsPage(page), "Run `npm run docs`, review the changes and commit them.").toBe(page);
});
