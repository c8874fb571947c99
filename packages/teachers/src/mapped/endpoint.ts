import type { ConnectionOptions } from "node:tls";
import { addressWithoutSecrets, HankelError, quote } from "@hankel/core";
import type { Mapper } from "./mapper.ts";

/** Where a server is, and how it is reached. */
export interface Endpoint {
  readonly host: string;
  readonly port: number;
  readonly secure: boolean;
  /** What stands in front of every path of HTTP. */
  readonly prefix: string;
  /** The address without secrets, for messages. */
  readonly name: string;
  readonly certificates: Pick<ConnectionOptions, "ca" | "cert" | "key">;
}

const FORMS = {
  tcp: "tcp://host:25 or tls://host:465",
  http: "http://host or https://host",
} as const;

const SCHEMES: Readonly<Record<string, Mapper["protocol"]>> = {
  "tcp:": "tcp",
  "tls:": "tcp",
  "http:": "http",
  "https:": "http",
};

/** Reads the address of a server that is spoken to by a mapper. */
export function endpointOf(
  address: string,
  mapper: Mapper,
  certificates: Endpoint["certificates"] = {},
): Endpoint {
  const shown = quote(addressWithoutSecrets(address));
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const protocol = url === undefined ? undefined : SCHEMES[url.protocol];
  if (url === undefined || protocol === undefined)
    throw new HankelError(
      "usage",
      `${shown} is no address of a server: expected ${FORMS.tcp}, ${FORMS.http}`,
    );
  if (protocol !== mapper.protocol) {
    throw new HankelError(
      "usage",
      `the mapper is for ${mapper.protocol}, and ${shown} is not: expected ${FORMS[mapper.protocol]}`,
    );
  }
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") {
    throw new HankelError(
      "usage",
      `${shown}: expected ${FORMS[protocol]} and nothing else; what is sent stands in the mapper, and secrets as {{env.NAME}}`,
    );
  }
  const secure = url.protocol === "tls:" || url.protocol === "https:";
  const usual = { tcp: 0, http: secure ? 443 : 80 }[protocol];
  const port = url.port === "" ? usual : Number(url.port);
  const path = url.pathname === "/" ? "" : url.pathname.replace(/\/$/u, "");
  const host = url.hostname.replace(/^\[(.*)\]$/u, "$1");
  if (host === "" || port === 0 || (protocol === "tcp" && path !== ""))
    throw new HankelError("usage", `${shown}: expected ${FORMS[protocol]}`);
  return { host, port, secure, prefix: path, name: `${url.protocol}//${url.host}${path}`, certificates };
}
