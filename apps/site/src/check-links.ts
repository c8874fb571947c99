/** Every address in the built pages, and in their copies as Markdown, leads to a file of the folder, and every anchor to an element there. */

import { readdirSync, readFileSync } from "node:fs";
import { posix } from "node:path";

/** The faults, as `page: address`. */
export function deadLinks(folder: string): string[] {
  const files = new Set(
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => name.replaceAll("\\", "/")),
  );
  const pages = [...files].filter((name) => name.endsWith(".html") && !name.startsWith("studio/"));
  const texts = new Map(pages.map((page) => [page, readFileSync(`${folder}/${page}`, "utf8")]));
  const anchors = new Map(
    Array.from(texts, ([page, text]) => [
      page,
      new Set(Array.from(text.matchAll(/\s(?:id|name)="([^"]*)"/gu), ([, id]) => id)),
    ]),
  );
  const copies = [...files].filter((name) => name.endsWith(".md") && !name.startsWith("studio/"));
  return [...pages, ...copies].flatMap((page) => {
    const addresses = addressesIn(page);
    return [...new Set(addresses)]
      .filter((address) => !leads(address, page))
      .map((address) => `${page}: ${address}`);
  });

  function addressesIn(page: string): string[] {
    const html = texts.get(page);
    const [text, pattern] =
      html === undefined
        ? [withoutCode(readFileSync(`${folder}/${page}`, "utf8")), /\]\(([^)\s]+)(?: "[^"]*")?\)/gu]
        : [html, /\s(?:href|src)="([^"]*)"/gu];
    return Array.from(text.matchAll(pattern), ([, address]) => address);
  }

  function leads(address: string, page: string): boolean {
    if (/^[a-z]+:/u.test(address)) return true;
    // From the root of a server, or to a folder: these do not work from any path, or not from a file.
    if (address.startsWith("/") || address.endsWith("/")) return false;
    const [path, anchor] = address.split("#");
    const file = path === "" ? page : posix.join(posix.dirname(page), decodeURIComponent(path));
    if (!files.has(file)) return false;
    const names = anchors.get(file);
    return anchor === undefined || names === undefined || names.has(decodeURIComponent(anchor));
  }
}

/** Markdown without what stands for itself. */
function withoutCode(text: string): string {
  return text.replaceAll(/^```[\s\S]*?^```$/gmu, "").replaceAll(/`[^`\n]*`/gu, "");
}
