/**
 * Serves the built site on this machine.
 *
 *     npm run site -- --port 8080
 */

import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { serveFolder } from "../../../scripts/static-server.ts";

const { values } = parseArgs({ options: { port: { type: "string", default: "4174" } } });
const port = Number(values.port);
if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error(`--port ${values.port} is no port`);

const { server, address } = await serveFolder(fileURLToPath(new URL("../dist/", import.meta.url)), { port });
console.log(`The site: ${address} (Ctrl-C ends it)`);
process.once("SIGINT", () => {
  server.close();
  server.closeAllConnections();
});
