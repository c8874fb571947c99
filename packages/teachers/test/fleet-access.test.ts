import { expect, test } from "vitest";
import type { NatsClient } from "../src/fleet/fleet-access.ts";
import { accessOptions, type FleetAccess, serverName } from "../src/fleet/fleet-access.ts";
import { workplace } from "./support/boxes.ts";

const client: NatsClient = {
  connect: () => Promise.reject(new Error("not here")),
  credsAuthenticator: (creds) => `creds ${new TextDecoder().decode(creds)}`,
};
const options = (access: Partial<FleetAccess>) =>
  accessOptions({ fleet: "nats://host:4222", env: {}, ...access }, client);

test("an address without secrets needs nothing else", () => {
  expect(options({})).toEqual({ servers: ["host:4222"] });
  expect(options({ fleet: "nats://a:1, nats://b:2" })).toEqual({ servers: ["a:1", "b:2"] });
  expect(serverName({ fleet: "tls://host:4222" })).toBe("tls://host:4222");
});

test("user and password, a token or a .creds file come from the environment or from a path", () => {
  using place = workplace();
  const creds = place.file("ann.creds", "jwt");
  const login = (env: Record<string, string>) => options({ env });
  expect(login({ HANKEL_NATS_USER: "ann", HANKEL_NATS_PASSWORD: "pw" })).toMatchObject({
    user: "ann",
    pass: "pw",
  });
  expect(login({ HANKEL_NATS_TOKEN: "t" })).toMatchObject({ token: "t" });
  expect(login({ HANKEL_NATS_CREDS: creds })).toMatchObject({ authenticator: "creds jwt" });
  expect(options({ creds })).toMatchObject({ authenticator: "creds jwt" });
});

test("TLS is used if the address or a certificate asks for it", () => {
  using place = workplace();
  const [ca, cert, key] = ["ca", "cert", "key"].map((name) => place.file(`${name}.pem`, name));
  expect(options({ fleet: "tls://host:4222" })).toMatchObject({ tls: {} });
  expect(options({ tlsCa: ca })).toMatchObject({ tls: { ca: "ca" } });
  expect(options({ tlsCert: cert, tlsKey: key })).toMatchObject({ tls: { cert: "cert", key: "key" } });
  expect(() => options({ tlsKey: key })).toThrow(/belong together/u);
});

test.each<[Partial<FleetAccess>, RegExp]>([
  [{ fleet: "nats://ann:secret@host" }, /must not hold a user, password or token/u],
  [{ fleet: "nats://secret@host" }, /must not hold a user, password or token/u],
  [{ fleet: "host:4222" }, /expected the address of a NATS server/u],
  [{ fleet: "nats://host:4222/path" }, /expected the address of a NATS server/u],
  [{ fleet: "ann:secret@host" }, /expected the address of a NATS server/u],
  [{ env: { HANKEL_NATS_USER: "ann" } }, /belong together/u],
  [{ env: { HANKEL_NATS_TOKEN: "secret" }, creds: "x.creds" }, /two ways to log in/u],
  [{ creds: "missing.creds" }, /cannot read missing\.creds: no such file/u],
])("%j is refused, and no secret is repeated", (access, message) => {
  expect(() => options(access)).toThrow(message);
  try {
    options(access);
  } catch (error) {
    expect(String(error)).not.toContain("secret");
  }
});
