/**
 * Makes a version of what stands in changes/: the changelog gets a section, the package and the citation the number, and the files go.
 *
 *     node scripts/next-version.mjs 0.2.0      then review, commit, npm run release, and tag
 */

import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";

const root = new URL("../", import.meta.url);
const version = process.argv[2] ?? "";
if (!/^\d+\.\d+\.\d+$/u.test(version)) throw new Error("usage: node scripts/next-version.mjs 0.2.0");

const edit = (path, change) => {
  const url = new URL(path, root);
  writeFileSync(url, change(readFileSync(url, "utf8")));
};

const changes = readdirSync(new URL("changes/", root))
  .filter((name) => name.endsWith(".md") && name !== "README.md")
  .toSorted()
  .map((name) => new URL(`changes/${name}`, root));
if (changes.length === 0) throw new Error("changes/ has nothing to release");

const today = new Date().toISOString().slice(0, 10);
const items = changes.map((url) => readFileSync(url, "utf8").trim()).join("\n");
edit("CHANGELOG.md", (text) => text.replace(/^## /mu, () => `## ${version} (${today})\n\n${items}\n\n## `));
const before = JSON.parse(readFileSync(new URL("packages/hankel/package.json", root), "utf8")).version;
edit("packages/hankel/package.json", (text) =>
  text.replace(`"version": "${before}"`, `"version": "${version}"`),
);
edit("package-lock.json", (text) =>
  text.replace(
    `"packages/hankel": {\n      "version": "${before}"`,
    `"packages/hankel": {\n      "version": "${version}"`,
  ),
);
edit("CITATION.cff", (text) =>
  text
    .replace(/^version: .*$/mu, `version: ${version}`)
    .replace(/^date-released: .*$/mu, `date-released: ${today}`),
);
for (const url of changes) rmSync(url);
console.log(
  `${version} with ${changes.length} changes: review, commit, npm run release, and tag v${version}`,
);
