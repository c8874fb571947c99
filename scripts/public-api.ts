/**
 * The public interface of `hankel`, entry by entry: every name with its declaration, as the compiler wrote it for
 * users, against the lists that were reviewed (packages/hankel/api).
 *
 *     npm run api      writes the lists anew, to be looked at before they are committed
 */

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import ts from "typescript";

const PACKAGE = fileURLToPath(new URL("../packages/hankel/", import.meta.url));
const LISTS = join(PACKAGE, "api");

/** A function, class, … with what its doc comment says. */
export interface Documented {
  readonly name: string;
  /** Its declarations without comments and bodies. */
  readonly declaration: string;
  readonly comment: string;
}

export interface PublicName extends Documented {
  readonly kind: "class" | "const" | "function" | "interface" | "type";
  /** The programs after `@example`. */
  readonly examples: readonly string[];
  /** Of a class or an interface, those that have a comment of their own. */
  readonly members: readonly Documented[];
  /** The declaration file, relative to `dist`. */
  readonly file: string;
}

/** The entries of the package: `.` is `index`, `./node` is `node`. */
export function entries(): string[] {
  const { exports } = JSON.parse(readFileSync(join(PACKAGE, "package.json"), "utf8")) as {
    exports: Record<string, unknown>;
  };
  return Object.keys(exports).map((path) => (path === "." ? "index" : path.slice("./".length)));
}

/** The public names of every entry, in alphabetical order, from the declarations in `dist`: build first. */
export function publicNames(): Map<string, PublicName[]> {
  return publicApi().names;
}

export interface PublicApi {
  /** The public names of every entry, in alphabetical order. */
  readonly names: Map<string, PublicName[]>;
  /**
   * The types that no entry exports, though declarations mention them: a program never needs their names, and its author may
   * want to know what they are. Each is with the first entry that mentions it.
   */
  readonly mentioned: Map<string, PublicName[]>;
}

/** The public names, and the types that their declarations mention. */
export function publicApi(): PublicApi {
  const files = new Map(entries().map((entry) => [entry, join(PACKAGE, "dist", `${entry}.d.ts`)]));
  const options = { module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ES2023, types: ["node"] };
  const program = ts.createProgram([...files.values()], options);
  const checker = program.getTypeChecker();
  const symbols = new Map(
    Array.from(files, ([entry, file]) => [entry, exportsOf(program, checker, file)] as const),
  );
  const known = new Set([...symbols.values()].flat().map(([, target]) => target));
  const mentioned = Array.from(symbols, ([entry, ofEntry]) => {
    const found = ofEntry.flatMap(([, target]) => mentionedBy(target, checker, known));
    return [entry, described(found, checker)] as const;
  });
  const names = Array.from(symbols, ([entry, ofEntry]) => [entry, described(ofEntry, checker)] as const);
  return { names: new Map(names), mentioned: new Map(mentioned) };
}

/** A name, and what it stands for. */
type Named = readonly [name: string, target: ts.Symbol];

function exportsOf(program: ts.Program, checker: ts.TypeChecker, path: string): Named[] {
  const file = program.getSourceFile(path);
  const module = file && checker.getSymbolAtLocation(file);
  if (module === undefined) throw new Error(`${path} is missing: run npm run build:packages`);
  return checker
    .getExportsOfModule(module)
    .map((symbol) => [symbol.name, targetOf(symbol, checker)] as const);
}

function targetOf(symbol: ts.Symbol, checker: ts.TypeChecker): ts.Symbol {
  return (symbol.flags & ts.SymbolFlags.Alias) === 0 ? symbol : checker.getAliasedSymbol(symbol);
}

/** Our own types that a declaration mentions and nobody has met; those that they mention in turn come along. */
function mentionedBy(symbol: ts.Symbol, checker: ts.TypeChecker, met: Set<ts.Symbol>): Named[] {
  const found: Named[] = [];
  const look = (node: ts.Node): void => {
    if (ts.isPrivateIdentifier(node)) return;
    const at = ts.isIdentifier(node) ? checker.getSymbolAtLocation(node) : undefined;
    const target = at && targetOf(at, checker);
    if (target !== undefined && isOwnType(target) && !met.has(target)) {
      met.add(target);
      found.push([target.name, target], ...mentionedBy(target, checker, met));
    }
    ts.forEachChild(node, look);
  };
  for (const declaration of symbol.declarations ?? []) look(declaration);
  return found;
}

function isOwnType({ declarations: [declaration] = [] }: ts.Symbol): boolean {
  if (declaration === undefined) return false;
  const isType =
    ts.isInterfaceDeclaration(declaration) ||
    ts.isTypeAliasDeclaration(declaration) ||
    ts.isClassDeclaration(declaration);
  return isType && !declaration.getSourceFile().fileName.includes("/node_modules/");
}

function described(named: readonly Named[], checker: ts.TypeChecker): PublicName[] {
  const names = named.map(([name, target]) => {
    const declarations = target.declarations ?? [];
    return {
      ...documented(name, target, checker),
      kind: kindOf(declarations[0]),
      examples: target
        .getJsDocTags(checker)
        .filter((tag) => tag.name === "example")
        .map(({ text }) => ts.displayPartsToString(text)),
      members: membersOf(declarations, checker),
      file: relative(join(PACKAGE, "dist"), declarations[0]?.getSourceFile().fileName ?? PACKAGE),
    };
  });
  return names.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

function documented(name: string, symbol: ts.Symbol, checker: ts.TypeChecker): Documented {
  return {
    name,
    declaration: (symbol.declarations ?? []).map(printed).join("\n"),
    comment:
      commentOf(symbol.declarations ?? []) ||
      ts.displayPartsToString(symbol.getDocumentationComment(checker)),
  };
}

/** The text of a doc comment before its tags, as it stands: the compiler's own drops the indentation of code in it. */
function commentOf(declarations: readonly ts.Declaration[]): string {
  for (const declaration of declarations) {
    const node = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration;
    const comment = ts.getJSDocCommentsAndTags(node).find((one) => ts.isJSDoc(one));
    if (comment === undefined) continue;
    const lines = comment
      .getText()
      .replace(/^\/\*\*/u, "")
      .replace(/\*\/$/u, "")
      .split("\n")
      .map((line) => line.replace(/^\s*\* ?/u, ""));
    const tag = lines.findIndex((line) => /^\s*@\w/u.test(line));
    return (tag < 0 ? lines : lines.slice(0, tag)).join("\n").trim();
  }
  return "";
}

function kindOf(declaration: ts.Declaration | undefined): PublicName["kind"] {
  if (declaration === undefined) throw new Error("a public name has no declaration");
  if (ts.isFunctionDeclaration(declaration)) return "function";
  if (ts.isClassDeclaration(declaration)) return "class";
  if (ts.isInterfaceDeclaration(declaration)) return "interface";
  return ts.isTypeAliasDeclaration(declaration) ? "type" : "const";
}

function membersOf(declarations: readonly ts.Declaration[], checker: ts.TypeChecker): Documented[] {
  return declarations
    .filter((one) => ts.isInterfaceDeclaration(one) || ts.isClassDeclaration(one))
    .flatMap((one) => [...one.members])
    .flatMap((member) => {
      const symbol = member.name && checker.getSymbolAtLocation(member.name);
      return symbol === undefined ? [] : [documented(symbol.name, symbol, checker)];
    })
    .filter(
      ({ comment }, i, all) => comment !== "" && all.findIndex(({ name }) => name === all[i].name) === i,
    );
}

const printer = ts.createPrinter({ removeComments: true });

function printed(declaration: ts.Declaration): string {
  // A constant is declared inside a statement, which says that it is one.
  const node = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration;
  const text = printer.printNode(ts.EmitHint.Unspecified, node, declaration.getSourceFile());
  return text
    .replace(/^export (?:declare )?/u, "")
    .replaceAll(/^ {4}(?:#private|private .*);\n/gmu, "")
    .replaceAll("    ", "  ");
}

/** The list of an entry, as it is reviewed. */
export function listOf(names: readonly PublicName[]): string {
  return names.map(({ declaration }) => `${declaration}\n`).join("\n");
}

export function reviewedList(entry: string): string {
  return readFileSync(join(LISTS, `${entry}.txt`), "utf8");
}

/** The entries that have a list. */
export function reviewedEntries(): string[] {
  return readdirSync(LISTS).map((name) => name.replace(/\.txt$/u, ""));
}

function writeLists(): void {
  rmSync(LISTS, { recursive: true, force: true });
  mkdirSync(LISTS);
  for (const [entry, names] of publicNames()) writeFileSync(join(LISTS, `${entry}.txt`), listOf(names));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) writeLists();
