/**
 * The programs after `@example` in the doc comments of public names. They import nothing: each public name has one entry, so
 * that the imports follow from the names that a program uses. A comment at the end of a line that prints holds what is printed:
 *
 *     console.log(rational.format(fraction(2, 4))); // 1/2
 */

import type { PublicName } from "./public-api.ts";

type Api = ReadonlyMap<string, readonly PublicName[]>;

/** The program with the imports that it needs. */
export function withImports(example: string, api: Api): string {
  const used = new Set(withoutWords(example).match(/(?<![.\w$])[A-Za-z_]\w*/gu) ?? []);
  const declared = new Set(
    Array.from(example.matchAll(/\b(?:const|let|function|class) (\w+)/gu), ([, name]) => name),
  );
  const imports = Array.from(api).flatMap(([entry, names]) => {
    const needed = names.filter(({ name }) => used.has(name) && !declared.has(name));
    if (needed.length === 0) return [];
    const list = needed.map(({ name, kind }) =>
      kind === "interface" || kind === "type" ? `type ${name}` : name,
    );
    return [`import { ${list.join(", ")} } from "${entry === "index" ? "hankel" : `hankel/${entry}`}";`];
  });
  return [...imports, ...(imports.length > 0 ? [""] : []), example.trim()].join("\n");
}

/** A program without strings and comments; what is between `${` and `}` stays. */
function withoutWords(code: string): string {
  return code
    .replaceAll(/\/\/.*$/gmu, "")
    .replaceAll(/"(?:[^"\\\n]|\\.)*"/gu, '""')
    .replaceAll(/`([^`]*)`/gu, (_all, text: string) =>
      Array.from(text.matchAll(/\$\{([^}]*)\}/gu), ([, inner]) => inner).join(" "),
    );
}

/** What a program must print, line by line. */
export function expectedOutput(example: string): string[] {
  return Array.from(example.matchAll(/\); \/\/ (.*)$/gmu), ([, text]) => text);
}
