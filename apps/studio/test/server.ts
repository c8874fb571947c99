import type { Server } from "node:http";
import { fileURLToPath } from "node:url";
import { serveFolder } from "../../../scripts/static-server.ts";

/** Serves the built page on a free port under a nested path, because it must work under any path. */
export function serve(): Promise<{ server: Server; address: string }> {
  return serveFolder(fileURLToPath(new URL("../dist/", import.meta.url)), { path: "/some/where/" });
}
