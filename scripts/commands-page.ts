/**
 * Keeps docs/commands.md complete: a section for every command and every topic of the help, in the order of the help. What they
 * print is put there like any other transcript (scripts/documents.ts).
 *
 *     npm run docs
 */

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { groups } from "../packages/hankel/src/commands/index.ts";
import { topics } from "../packages/hankel/src/options/table.ts";

const PAGE = fileURLToPath(new URL("../docs/commands.md", import.meta.url));

const HEAD = `# Commands and their help

Every command, as \`hankel COMMAND --help\` explains it, and the topics of \`hankel help\`. [The command line](cli.md) shows them
at work; what their exit codes mean is in [Errors and exit codes](errors.md#exit-codes).
`;

/** The page with a section for each command and topic; those that are there keep their transcripts. */
export function commandsPage(page: string): string {
  const transcripts = new Map(
    Array.from(page.matchAll(/^```console\n\$ (.*)\n[\s\S]*?^```$/gmu), ([text, command]) => [command, text]),
  );
  const section = (title: string, command: string) =>
    `### ${title}\n\n${transcripts.get(command) ?? `\`\`\`console\n$ ${command}\n\`\`\``}\n`;
  const commands = Object.entries(groups).flatMap(([heading, entries]) => [
    `## ${heading.replace(/:$/u, "")}\n`,
    ...entries.map(({ name }) => section(`hankel ${name}`, `hankel ${name} --help`)),
  ]);
  const help = Object.keys(topics).map((topic) => section(`hankel help ${topic}`, `hankel help ${topic}`));
  return [HEAD, ...commands, "## Topics of the help\n", ...help].join("\n");
}

export function readCommandsPage(): string {
  return existsSync(PAGE) ? readFileSync(PAGE, "utf8") : "";
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  writeFileSync(PAGE, commandsPage(readCommandsPage()));
}
