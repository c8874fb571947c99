/** Accounts of NATS for tests: an operator, an account and its users, each with a token that the one above has signed. */

import { nkeys } from "@nats-io/transport-node";

type Pair = ReturnType<typeof nkeys.createUser>;

/** What a user may publish and subscribe to. */
export interface Permissions {
  readonly publish: readonly string[];
  readonly subscribe: readonly string[];
}

const unlimited = { subs: -1, data: -1, payload: -1 };
const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** A token about one key, signed by another. */
function token(issuer: Pair, subject: Pair, name: string, nats: object): string {
  const claims = { jti: name, iat: 0, iss: issuer.getPublicKey(), name, sub: subject.getPublicKey(), nats };
  const signed = `${encoded({ typ: "JWT", alg: "ed25519-nkey" })}.${encoded(claims)}`;
  return `${signed}.${Buffer.from(issuer.sign(Buffer.from(signed))).toString("base64url")}`;
}

/** The configuration of a server with one account, and `.creds` files for its users. */
export class Accounts {
  readonly #operator = nkeys.createOperator();
  readonly #account = nkeys.createAccount();

  get configuration(): string {
    const operator = token(this.#operator, this.#operator, "operator", { type: "operator", version: 2 });
    const limits = { ...unlimited, imports: -1, exports: -1, wildcards: true, conn: -1, leaf: -1 };
    const account = token(this.#operator, this.#account, "account", { limits, type: "account", version: 2 });
    const preload = `{ ${this.#account.getPublicKey()}: ${account} }`;
    return `operator: ${operator}\nresolver: MEMORY\nresolver_preload: ${preload}\n`;
  }

  /** A `.creds` file. */
  creds(name: string, { publish, subscribe }: Permissions): string {
    const user = nkeys.createUser();
    const permissions = { pub: { allow: publish }, sub: { allow: subscribe } };
    const signed = token(this.#account, user, name, {
      ...permissions,
      ...unlimited,
      type: "user",
      version: 2,
    });
    const seed = Buffer.from(user.getSeed()).toString();
    return [
      "-----BEGIN NATS USER JWT-----",
      signed,
      "------END NATS USER JWT------",
      "",
      "-----BEGIN USER NKEY SEED-----",
      seed,
      "------END USER NKEY SEED------",
      "",
    ].join("\n");
  }
}
