/** A server that speaks no NATS, and repeats what it was sent: nothing of it reaches the outputs raw, and no secret. */

import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { expect } from "vitest";
import { test } from "./support/hankel.ts";

test("what a package prints about a strange server stays hidden", async ({ place }) => {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.write(`INFO ${JSON.stringify({ server_id: "x", auth_required: true, max_payload: 1024 })}\r\n`);
    socket.on("data", (sent) => socket.write(`\u001b[2J${sent.toString()}\r\n`));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const env = { HANKEL_NATS_USER: "me", HANKEL_NATS_PASSWORD: "s3cret" };
  const args = ["learn", `nats://127.0.0.1:${port}/x`, "--max-seconds", "2"];
  const { code, stdout, stderr } = await place.spawn(args, { env });
  server.close();
  expect(stderr).toMatch(/^hankel: .*(cannot connect to the server|more than 2 seconds)/u);
  expect(code).not.toBe(0);
  expect(stdout).toBe("");
  expect(stderr).not.toMatch(/s3cret|reader closed/u);
});
