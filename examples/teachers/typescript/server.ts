/**
 * The same black box as an HTTP server. It uses only Node's own modules.
 *
 *     npx tsx examples/teachers/typescript/server.ts 8000 &
 *     hankel learn http://localhost:8000/
 */

import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { alphabet, semifield, weigh } from "./coffee.ts";

const server = createServer(async (request, response) => {
  const asked = JSON.parse(await text(request)) as { id?: number; weigh?: string[][] };
  const answer =
    asked.weigh === undefined
      ? { hankel: 1, semifield, alphabet, counterexamples: false }
      : { id: asked.id, weights: asked.weigh.map(weigh) };
  response.setHeader("content-type", "application/json").end(JSON.stringify(answer));
});

server.listen(Number(process.argv[2] ?? 8000), "127.0.0.1");
