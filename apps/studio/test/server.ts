import type { Server } from "node:http";
import { fileURLToPath } from "node:url";
import { serveFolder } from "../../../scripts/static-server.ts";

/** Serves the built page on a free port under a nested path, because it must work under any path. */
export function serve(
  served?: (file: string, body: Buffer) => void,
): Promise<{ server: Server; address: string }> {
  const folder = fileURLToPath(new URL("../dist/", import.meta.url));
  return serveFolder(folder, { path: "/some/where/", ...(served && { served }) });
}
