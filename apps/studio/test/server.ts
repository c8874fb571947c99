import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

const PATH = "/some/where/";
const folder = fileURLToPath(new URL("../dist/", import.meta.url));
const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".wasm": "application/wasm",
};

/** Serves the built page on a free port under a nested path, because it must work under any path. */
export async function serve(): Promise<{ server: Server; address: string }> {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const inside = pathname.startsWith(PATH) ? normalize(`/${pathname.slice(PATH.length)}`) : undefined;
    try {
      if (inside === undefined) throw new Error("outside");
      const file = inside === "/" ? "/index.html" : inside;
      const body = await readFile(join(folder, file));
      response
        .writeHead(200, { "content-type": types[extname(file)] ?? "application/octet-stream" })
        .end(body);
    } catch {
      response.writeHead(404).end("not here");
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { server, address: `http://127.0.0.1:${port}${PATH}` };
}
