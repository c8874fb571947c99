import { shortened } from "../errors.ts";
import { TextScanner } from "./text-scanner.ts";

/** An element with its text and its children; everything else in XML is skipped. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  /** The text directly inside, joined. */
  readonly text: string;
  /** Its offset. */
  readonly at: number;
}

const MAX_DEPTH = 100;
const NAME = /[\p{L}_:][\p{L}\p{N}_:.-]*/uy;

/** XML's five predefined entities; a document cannot define others here. */
const NAMED: ReadonlyMap<string, string> = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
]);

/**
 * Reads an XML document without a schema. A document type is refused, so nothing can be defined, included or fetched,
 * and a short file cannot expand into a long one.
 */
export function readXml(text: string): { root: XmlElement; scan: TextScanner } {
  const scan = new TextScanner(text);
  skipMisc(scan);
  if (scan.done) scan.fail("expected an XML document, found the end of the text");
  const root = element(scan, 1);
  skipMisc(scan);
  if (!scan.done) scan.fail(`expected the end of the document, found ${scan.found()}`);
  return { root, scan };
}

/** Skips white space, comments and processing instructions. */
function skipMisc(scan: TextScanner): void {
  for (;;) {
    scan.blanks();
    if (!skipComment(scan)) return;
  }
}

function skipComment(scan: TextScanner): boolean {
  const start = scan.at;
  const [opened, closing] = scan.take("<!--") ? [true, "-->"] : [scan.take("<?"), "?>"];
  if (!opened) return false;
  upTo(scan, closing, start);
  return true;
}

function element(scan: TextScanner, depth: number): XmlElement {
  const at = scan.at;
  if (depth > MAX_DEPTH) scan.fail(`nested more than ${MAX_DEPTH} deep`);
  if (!scan.take("<")) scan.fail(`expected an XML element, found ${scan.found()}`);
  if (scan.take("!DOCTYPE")) scan.fail("a document type is not read here; delete it", at);
  const name = scan.match(NAME)?.[0] ?? scan.fail(`expected the name of an element, found ${scan.found()}`);
  const attributes = readAttributes(scan);
  const children: XmlElement[] = [];
  const texts: string[] = [];
  if (scan.take("/>")) return { name, attributes, children, text: "", at };
  if (!scan.take(">")) scan.fail(`expected > or />, found ${scan.found()}`);
  while (!scan.take("</")) {
    if (scan.done) scan.fail(`the element ${shortened(name)} that starts here does not end`, at);
    if (scan.take("<![CDATA[")) texts.push(upTo(scan, "]]>", at));
    else if (skipComment(scan)) continue;
    else if (scan.text[scan.at] === "<") children.push(element(scan, depth + 1));
    else texts.push(characters(scan, "<"));
  }
  const closing = scan.match(NAME)?.[0];
  if (closing !== name) scan.fail(`expected </${shortened(name)}>, found </${shortened(closing ?? "")}`);
  scan.blanks();
  if (!scan.take(">")) scan.fail(`expected >, found ${scan.found()}`);
  return { name, attributes, children, text: texts.join(""), at };
}

function readAttributes(scan: TextScanner): Map<string, string> {
  const attributes = new Map<string, string>();
  for (;;) {
    scan.blanks();
    const at = scan.at;
    const name = scan.match(NAME)?.[0];
    if (name === undefined) return attributes;
    if (attributes.has(name)) scan.fail(`the attribute ${shortened(name)} occurs twice`, at);
    scan.blanks();
    if (!scan.take("="))
      scan.fail(`expected = behind the attribute ${shortened(name)}, found ${scan.found()}`);
    scan.blanks();
    const quote = scan.take('"') ? '"' : scan.take("'") ? "'" : scan.fail("expected a value in quotes");
    attributes.set(name, characters(scan, quote));
    if (!scan.take(quote)) scan.fail(`the value of ${shortened(name)} does not end`, at);
  }
}

/** The text up to a character, with its references resolved. */
function characters(scan: TextScanner, end: string): string {
  const { text } = scan;
  const start = scan.at;
  const found = text.indexOf(end, start);
  scan.at = found < 0 ? text.length : found;
  const raw = text.slice(start, scan.at);
  return raw.replaceAll(/&([^;&]*)(;?)/g, (_all, name: string, semicolon: string, at: number) => {
    const found = semicolon === "" ? undefined : referenced(name);
    return found ?? scan.fail(`&${shortened(name, 20)}; is not a character that XML defines`, start + at);
  });
}

/** The character that a reference `&name;` stands for: one of the five, or that of a number. */
export function referenced(name: string): string | undefined {
  const number = /^#(?:x([\da-fA-F]{1,6})|(\d{1,7}))$/.exec(name);
  if (number === null) return NAMED.get(name);
  const code = number[1] ? Number.parseInt(number[1], 16) : Number(number[2]);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}

function upTo(scan: TextScanner, end: string, at: number): string {
  const found = scan.text.indexOf(end, scan.at);
  if (found < 0) scan.fail(`what starts here does not end with ${end}`, at);
  const text = scan.text.slice(scan.at, found);
  scan.at = found + end.length;
  return text;
}

/** Escapes a text for XML. Characters that XML does not allow (controls, lone surrogates) become U+FFFD. */
export function escapeXml(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Cs}\ufffe\uffff]/gu, "\ufffd")
    .replaceAll(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);
}
