import { HankelError } from "@hankel/core";
import type { Report } from "../box.ts";

/** Refuses a token that no header can hold. The message does not repeat it. */
export function checkToken(token: string | undefined): void {
  const wrong = token === undefined ? undefined : /[^\u0021-\u007e\u00a1-\u00ff]/u.exec(token)?.[0];
  if (wrong === undefined) return;
  const code = (wrong.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, "0");
  throw new HankelError(
    "usage",
    `the token holds the character U+${code}, which cannot be sent; a token has no spaces, line ends or control characters`,
  );
}

/** Warns about a token or password that everyone on the way to a server can read. */
export function warnUnencrypted(url: URL, token: string | undefined, report: Report): void {
  const secret = token !== undefined ? "the token" : url.password !== "" ? "the password" : undefined;
  if (secret === undefined || url.protocol !== "http:" || isLoopback(url.hostname)) return;
  report(
    `${secret} is sent to ${url.hostname} without encryption, so others can read it on its way; use https`,
  );
}

/** Does a host name mean this machine? */
function isLoopback(host: string): boolean {
  return /^(?:(?:.+\.)?localhost\.?|127\.\d+\.\d+\.\d+|\[::1\])$/u.test(host);
}
