/** Cookies of one server, kept and sent back as a browser does. */
export class CookieJar {
  readonly #cookies = new Map<
    string,
    { readonly value: string; readonly path: string; readonly secure: boolean }
  >();

  /** Keeps what a `Set-Cookie` header says, about a request to this path. */
  take(header: string, requested: string): void {
    const [pair, ...attributes] = header.split(";").map((part) => part.trim());
    const at = pair.indexOf("=");
    if (at <= 0) return;
    const name = pair.slice(0, at);
    const told = new Map(
      attributes.map((attribute) => {
        const [key, value = ""] = attribute.split(/=(.*)/su, 2);
        return [key.toLowerCase(), value] as const;
      }),
    );
    const given = told.get("path") ?? "";
    const path = given.startsWith("/") ? given : folderOf(requested);
    const key = `${name} ${path}`;
    if (isOver(told)) this.#cookies.delete(key);
    else this.#cookies.set(key, { value: pair.slice(at + 1), path, secure: told.has("secure") });
  }

  /** The `Cookie` header of a request to this path; undefined if there is none. */
  header(requested: string, secure: boolean): string | undefined {
    const [path] = requested.split("?", 1);
    const sent = [...this.#cookies]
      .filter(([, cookie]) => isBelow(path, cookie.path) && (secure || !cookie.secure))
      .toSorted(([, a], [, b]) => b.path.length - a.path.length)
      .map(([key, { value }]) => `${key.slice(0, key.indexOf(" "))}=${value}`);
    return sent.length === 0 ? undefined : sent.join("; ");
  }
}

/** Does the server want the cookie to be forgotten? */
function isOver(attributes: ReadonlyMap<string, string>): boolean {
  const age = attributes.get("max-age");
  if (age !== undefined) return Number(age) <= 0;
  const expires = attributes.get("expires");
  return expires !== undefined && Date.parse(expires) <= Date.now();
}

/** The path up to its last slash, for which a cookie is meant unless it says so. */
function folderOf(requested: string): string {
  const [path] = requested.split("?", 1);
  const last = path.lastIndexOf("/");
  return last <= 0 ? "/" : path.slice(0, last);
}

function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith("/") ? folder : `${folder}/`);
}
