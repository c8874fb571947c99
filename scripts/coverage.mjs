/**
 * Measures which branches and lines of the sources the tests run, and writes docs/benchmarks/coverage.md. Vitest's package for
 * this is installed on the first run; it is no dependency. The code that tests run in processes of their own is not counted, so the
 * command line is covered better than its row says.
 *
 *     npm run coverage
 */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const require = createRequire(import.meta.url);

function run(command, ...args) {
  spawnSync(command, args, { cwd: root, stdio: "inherit" });
}

const { version } = require("vitest/package.json");
try {
  require.resolve("@vitest/coverage-v8/package.json");
} catch {
  run("npm", "install", "--no-save", "--no-audit", `@vitest/coverage-v8@${version}`);
}
const options =
  "--coverage.enabled --coverage.provider=v8 --coverage.reporter=json-summary --coverage.reportsDirectory=.tmp/coverage --coverage.reportOnFailure";
// What a failed test leaves out is little; the tests themselves are judged by `npm test`.
run("npx", "vitest", "run", ...options.split(" "), "--coverage.include=packages/*/src/**/*.ts");

const summary = JSON.parse(
  readFileSync(new URL("../.tmp/coverage/coverage-summary.json", import.meta.url), "utf8"),
);
/** What is covered of all, by folder. */
const folders = new Map();
for (const [file, { branches, lines }] of Object.entries(summary)) {
  if (file === "total") continue;
  const [, name, , folder] = relative(root, file).split("/");
  const row = folder.endsWith(".ts") ? name : `${name}/${folder}`;
  const sums = folders.get(row) ?? { branches: [0, 0], lines: [0, 0] };
  for (const [sum, { covered, total }] of [
    [sums.branches, branches],
    [sums.lines, lines],
  ]) {
    sum[0] += covered;
    sum[1] += total;
  }
  folders.set(row, sums);
}
const share = ([covered, total]) => (total === 0 ? "–" : `${((100 * covered) / total).toFixed(1)} %`);
const rows = [...folders].toSorted(([a], [b]) => (a < b ? -1 : 1));
const { branches, lines } = summary.total;
const table = [
  "| folder | branches | covered | lines covered |",
  "|---|---:|---:|---:|",
  ...rows.map(
    ([name, sums]) => `| ${name} | ${sums.branches[1]} | ${share(sums.branches)} | ${share(sums.lines)} |`,
  ),
  `| **all** | ${branches.total} | ${share([branches.covered, branches.total])} | ${share([lines.covered, lines.total])} |`,
];
const page = `# Which branches the tests run

Measured by \`npm run coverage\`, over the tests of vitest. What tests run in processes of their own (most of the command line, black
boxes, workers of fleets), and the studio in its browser, is not counted. A branch that is run is not yet one whose fault would be noticed:
\`npm run mutants\` measures that.

${table.join("\n")}
`;
writeFileSync(new URL("../docs/benchmarks/coverage.md", import.meta.url), page);
