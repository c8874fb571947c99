import { readFile } from "node:fs/promises";
import { formatByEnding, formatByName, formats, HankelError, type Wdfsa } from "@hankel/core";
import { located, systemError } from "./failures.ts";

const STDIN = "standard input";

/** What a file is called in messages. */
export function inputName(path: string): string {
  return path === "-" ? STDIN : path;
}

/** Reads an automaton from a file, or from standard input for `-`; its ending, or `from`, says the format. */
export async function readAutomaton(path: string, from?: string): Promise<Wdfsa<unknown>> {
  const format = from === undefined ? (formatByEnding(path) ?? formatByName("hankel")) : formatByName(from);
  const { read } = format;
  if (read === undefined) {
    const known = formats.filter((other) => other.read !== undefined).map((other) => other.name);
    throw new HankelError(
      "usage",
      `${path}: the format ${format.name} can be written but not read; read are: ${known.join(", ")}`,
    );
  }
  const text = await readText(path);
  try {
    return read(text);
  } catch (error) {
    throw located(error, inputName(path));
  }
}

/** Reads a text file, or standard input for `-`. It must be UTF-8. */
export async function readText(path: string): Promise<string> {
  const name = inputName(path);
  const bytes = path === "-" ? await readStdin() : await readBytes(path);
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_ENCODING_INVALID_ENCODED_DATA") {
      throw systemError(error, `read ${name}`);
    }
    throw new HankelError("parse", `${name}:${badByte(bytes)}: not UTF-8 text`, { cause: error });
  }
}

async function readBytes(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path);
  } catch (error) {
    throw systemError(error, `read ${path}`);
  }
}

async function readStdin(): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  try {
    for await (const chunk of process.stdin) chunks.push(chunk as Uint8Array);
  } catch (error) {
    throw systemError(error, `read ${STDIN}`);
  }
  return Buffer.concat(chunks);
}

/** The line and column of the first byte that is no UTF-8. */
function badByte(bytes: Uint8Array): string {
  const decoder = new TextDecoder("utf-8");
  const real = new TextEncoder().encode("\ufffd");
  let at = 0;
  const lines = decoder.decode(bytes).split("\ufffd");
  // A replacement character that is truly there is the three bytes of itself; the first other one is the culprit.
  let before = "";
  for (const piece of lines) {
    before += piece;
    at += new TextEncoder().encode(piece).length;
    if (!real.every((byte, i) => bytes[at + i] === byte)) break;
    before += "\ufffd";
    at += real.length;
  }
  const rows = before.split("\n");
  return `${rows.length}:${[...(rows.at(-1) ?? "")].length + 1}`;
}
