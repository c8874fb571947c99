/** A server for the files of a folder, under a path of its own: the studio and the site must work under any path. */

import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";

const TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".json": "application/json",
  ".md": "text/markdown; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
};

interface Options {
  readonly path?: string;
  /** 0 is a free one. */
  readonly port?: number;
  /** Hears of each file that is served; a browser does not tell of all that workers load. */
  readonly served?: (file: string, body: Buffer) => void;
}

/** Serves a folder on this machine only. */
export async function serveFolder(
  folder: string,
  { path = "/", port = 0, served }: Options = {},
): Promise<{ server: Server; address: string }> {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const inside = pathname.startsWith(path) ? normalize(`/${pathname.slice(path.length)}`) : undefined;
    try {
      if (inside === undefined) throw new Error("outside");
      const file = inside.endsWith("/") ? `${inside}index.html` : inside;
      const body = await readFile(join(folder, file));
      response
        .writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" })
        .end(body);
      served?.(file, body);
    } catch {
      response.writeHead(404).end("not here");
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const { port: taken } = server.address() as AddressInfo;
  return { server, address: `http://127.0.0.1:${taken}${path}` };
}
