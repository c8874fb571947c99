/**
 * For esbuild: an import by way of files that only hand on what others export (`index.js`) becomes one of the file that has it.
 * Otherwise esbuild counts everything that such a file names as used by each command, and all commands would load the whole core.
 */

import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import ts from "typescript";

const parsed = (file, text) => ts.createSourceFile(file, text, ts.ScriptTarget.ESNext, false);

/**
 * `imported` says which file a module imports, by its JavaScript file; undefined for packages of others. `isOurs` says which files
 * are to be changed.
 */
export function directImports(imported, isOurs) {
  /** What a file hands on, by name: the file that has it, and its name there. Undefined if the file does more than that. */
  const known = new Map();
  const handedOn = (file) => {
    if (!known.has(file)) known.set(file, handing(file));
    return known.get(file);
  };
  const handing = (file) => {
    const found = new Map();
    for (const statement of parsed(file, readFileSync(file, "utf8")).statements) {
      if (!ts.isExportDeclaration(statement) || statement.moduleSpecifier === undefined) return undefined;
      const target = imported(statement.moduleSpecifier.text, file);
      if (target === undefined) return undefined;
      const { exportClause } = statement;
      if (exportClause === undefined) {
        const all = handedOn(target);
        if (all === undefined) return undefined;
        for (const [name, from] of all) if (!found.has(name)) found.set(name, from);
      } else if (ts.isNamedExports(exportClause)) {
        for (const { name, propertyName = name } of exportClause.elements)
          found.set(name.text, handedOn(target)?.get(propertyName.text) ?? [target, propertyName.text]);
      } else return undefined;
    }
    return found;
  };
  const statement = (verb, [file, name], as) => `${verb} { ${name} as ${as} } from ${JSON.stringify(file)};`;
  return {
    name: "direct-imports",
    setup(build) {
      build.onLoad({ filter: /\.js$/ }, async ({ path }) => {
        if (!isOurs(path)) return undefined;
        const own = handedOn(path);
        if (own !== undefined)
          return { contents: Array.from(own, ([name, from]) => statement("export", from, name)).join("\n") };
        const text = await readFile(path, "utf8");
        const source = parsed(path, text);
        let [contents, at] = ["", 0];
        for (const node of source.statements) {
          const bindings = ts.isImportDeclaration(node) ? node.importClause?.namedBindings : undefined;
          if (bindings === undefined || !ts.isNamedImports(bindings)) continue;
          const target = imported(node.moduleSpecifier.text, path);
          const from = target && handedOn(target);
          if (from === undefined) continue;
          const direct = bindings.elements.map(({ name, propertyName = name }) => {
            const found = from.get(propertyName.text);
            if (found === undefined) throw new Error(`${path}: ${target} has no ${propertyName.text}`);
            return statement("import", found, name.text);
          });
          // As many lines as before, so that source maps stay right.
          const lines = text.slice(node.getStart(source), node.end).split("\n").length;
          contents += `${text.slice(at, node.getStart(source))}${direct.join(" ")}${"\n".repeat(lines - 1)}`;
          at = node.end;
        }
        return { contents: contents + text.slice(at) };
      });
    },
  };
}
