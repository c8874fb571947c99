/** Stands in a message for a secret. */
const MASK = "[secret]";
/** Shorter texts are not looked for: they occur in ordinary words, and a mask would give them away. */
const SHORTEST = 4;
/** Stands at the end of a text that was cut. */
const CUT = "...";

/** Texts that no message may hold, however they are encoded: a server may send back what it was sent. */
export class Secrets {
  /** Each secret in each of its forms, the longest first: one may be a part of another. */
  readonly #forms: readonly string[];

  constructor(secrets: Iterable<string | undefined>) {
    const forms = new Set<string>();
    for (const secret of secrets) {
      if (secret === undefined || secret.length < SHORTEST) continue;
      for (const form of formsOf(secret)) forms.add(form);
    }
    this.#forms = [...forms].toSorted((a, b) => b.length - a.length);
  }

  /** The text without the secrets, and without the beginning of one where the text was cut. */
  redact(text: string): string {
    let redacted = text;
    for (const form of this.#forms) {
      redacted = withoutBeginning(redacted.replaceAll(form, MASK), form);
    }
    return redacted;
  }
}

function formsOf(secret: string): string[] {
  const percent = encodeURIComponent(Buffer.from(secret).toString());
  const base64 = Buffer.from(secret).toString("base64");
  return [
    secret,
    JSON.stringify(secret).slice(1, -1),
    percent,
    percent.replaceAll(/%../gu, (code) => code.toLowerCase()),
    base64,
    base64.replace(/=+$/u, ""),
    Buffer.from(secret).toString("base64url"),
  ];
}

/** Masks the beginning of a secret that stands in front of a cut. */
function withoutBeginning(text: string, secret: string): string {
  let redacted = text;
  for (let cut = text.indexOf(CUT); cut >= 0; cut = redacted.indexOf(CUT, cut + CUT.length)) {
    for (let length = Math.min(cut, secret.length - 1); length >= SHORTEST; length--) {
      if (!redacted.endsWith(secret.slice(0, length), cut)) continue;
      redacted = `${redacted.slice(0, cut - length)}${MASK}${redacted.slice(cut)}`;
      cut += MASK.length - length;
      break;
    }
  }
  return redacted;
}

/** The secrets of requests to a server: the token, and what the address holds of user, password and parameters. */
export function secretsOf(url: URL, token: string | undefined): Secrets {
  const user = decoded(url.username);
  const password = decoded(url.password);
  const login = password === "" ? undefined : `${user}:${password}`;
  return new Secrets([token, password, url.password, login, ...url.searchParams.values()]);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** An address for a message that says it cannot be read: without user, password and parameters, wherever they seem to be. */
export function addressWithoutSecrets(text: string): string {
  return text.replace(/^.*@/su, "…@").replace(/\?.*$/su, "?…");
}
