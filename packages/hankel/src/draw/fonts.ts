import { readdir, readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { misuse } from "../support/failures.ts";

/** Where systems keep their fonts. */
const FOLDERS = [
  "/usr/share/fonts",
  "/usr/local/share/fonts",
  "/usr/share/texmf/fonts/opentype",
  join(homedir(), ".fonts"),
  join(homedir(), ".local/share/fonts"),
  "/System/Library/Fonts",
  "/Library/Fonts",
  join(homedir(), "Library/Fonts"),
  join(process.env["WINDIR"] ?? "C:\\Windows", "Fonts"),
];

/** First fonts like Helvetica, whose widths Graphviz assumes; then fonts with many characters. */
const PREFERRED = [
  /^(?:Helvetica|Arial)\.tt[fc]$/iu,
  /^LiberationSans-Regular\.ttf$/iu,
  /^(?:NimbusSans-Regular|FreeSans)\.[ot]tf$/iu,
  /^DejaVuSans\.ttf$/iu,
  /^NotoSans-Regular\.[ot]tf$/iu,
  /^NotoSans(?:Math|Symbols2?|CJK)-Regular\.(?:[ot]tf|ttc)$/iu,
  /^(?:Symbola|unifont).*\.[ot]tf$/iu,
];

/** At most this many fonts are loaded: the first is used, and the others supply the characters that it lacks. */
const MOST = 6;
const DEEPEST = 6;

/** The fonts that text is drawn with: the one that is named, or what this machine has. */
export async function loadFonts(named: string | undefined): Promise<Uint8Array[]> {
  if (named !== undefined) {
    const font = await readFile(named).catch(() => undefined);
    if (font !== undefined) return [font];
    throw misuse(`cannot read the font ${named}`);
  }
  const files = (await Promise.all(FOLDERS.map((folder) => fontsIn(folder, DEEPEST)))).flat();
  const preferred = PREFERRED.flatMap((pattern) =>
    files.filter(({ name }) => pattern.test(name)).slice(0, 1),
  );
  const chosen = preferred.length > 0 ? preferred : files.slice(0, 1);
  if (chosen.length > 0) return Promise.all(chosen.slice(0, MOST).map(({ path }) => readFile(path)));
  throw misuse(
    "a PNG needs a font, and this machine has none: name one with --font, or draw an SVG, which needs no font",
  );
}

interface FontFile {
  readonly name: string;
  readonly path: string;
}

async function fontsIn(folder: string, depth: number): Promise<FontFile[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const found: FontFile[] = [];
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && depth > 0) found.push(...(await fontsIn(path, depth - 1)));
    else if (/\.(?:[ot]tf|ttc)$/iu.test(entry.name)) found.push({ name: entry.name, path });
  }
  return found;
}
