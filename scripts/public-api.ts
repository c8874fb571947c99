/**
 * The public names of @hankel/core, as the compiler sees them, against the list that was reviewed.
 *
 *     npm run api      writes the list anew, to be looked at before it is committed
 */

import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import ts from "typescript";

const CORE = new URL("../packages/core/", import.meta.url);
export const LIST = fileURLToPath(new URL("api.txt", CORE));

/** One line for each export: what it is, and its name. */
export function publicApi(): string {
  const entry = fileURLToPath(new URL("src/index.ts", CORE));
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.NodeNext,
    allowImportingTsExtensions: true,
    noEmit: true,
    types: [],
  };
  const program = ts.createProgram([entry], options);
  const checker = program.getTypeChecker();
  const file = program.getSourceFile(entry);
  const module = file && checker.getSymbolAtLocation(file);
  if (module === undefined) throw new Error(`${entry} is no module`);
  const lines = checker.getExportsOfModule(module).map((symbol) => {
    const alias = (symbol.flags & ts.SymbolFlags.Alias) !== 0;
    return `${kind(alias ? checker.getAliasedSymbol(symbol) : symbol)} ${symbol.name}`;
  });
  return `${lines.toSorted(byName).join("\n")}\n`;
}

export function reviewedApi(): string {
  return readFileSync(LIST, "utf8");
}

function kind({ flags }: ts.Symbol): string {
  if (flags & ts.SymbolFlags.Class) return "class";
  if (flags & ts.SymbolFlags.Function) return "function";
  if (flags & ts.SymbolFlags.Variable) return "const";
  return flags & ts.SymbolFlags.Interface ? "interface" : "type";
}

function byName(a: string, b: string): number {
  const [left, right] = [a, b].map((line) => line.slice(line.indexOf(" ") + 1));
  return left < right ? -1 : left > right ? 1 : 0;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) writeFileSync(LIST, publicApi());
