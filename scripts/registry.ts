/** A registry on this machine that has a few packed packages and nothing else, so that any package manager can install them by name. */

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { basename } from "node:path";
import { gunzipSync } from "node:zlib";

interface Manifest {
  readonly name: string;
  readonly version: string;
}

/** The package.json of a packed package: every file of the archive has a header of 512 bytes, with its name and size. */
function manifestIn(tarball: Buffer): Manifest {
  const archive = gunzipSync(tarball);
  const field = (from: number, length: number) =>
    archive.toString("utf8", from, from + length).replace(/\0.*$/su, "");
  for (let at = 0; at < archive.length && archive[at] !== 0; ) {
    const size = Number.parseInt(field(at + 124, 12), 8);
    const content = at + 512;
    if (field(at, 100) === "package/package.json")
      return JSON.parse(archive.toString("utf8", content, content + size)) as Manifest;
    at = content + Math.ceil(size / 512) * 512;
  }
  throw new Error("the archive holds no package/package.json");
}

export interface Registry {
  /** Where it is, such as `http://127.0.0.1:4873/`. */
  readonly address: string;
  close(): void;
}

/** Serves these tarballs until it is closed. */
export async function serveRegistry(tarballs: readonly string[]): Promise<Registry> {
  const packages = new Map(
    tarballs.map((path) => {
      const content = readFileSync(path);
      const manifest = manifestIn(content);
      return [manifest.name, { file: basename(path), content, manifest }] as const;
    }),
  );
  const server = createServer((request, response) => {
    const [name, part, file] = decodeURIComponent(request.url ?? "")
      .split("/")
      .slice(1);
    const found = packages.get(name);
    if (found === undefined) {
      response.writeHead(404, { "content-type": "application/json" }).end('{"error":"not found"}');
    } else if (part === "-" && file === found.file) {
      response.writeHead(200, { "content-type": "application/octet-stream" }).end(found.content);
    } else {
      const { manifest, content } = found;
      const digest = (algorithm: string) => createHash(algorithm).update(content);
      const dist = {
        tarball: `${address}${name}/-/${found.file}`,
        integrity: `sha512-${digest("sha512").digest("base64")}`,
        shasum: digest("sha1").digest("hex"),
      };
      const document = {
        name,
        "dist-tags": { latest: manifest.version },
        versions: { [manifest.version]: { ...manifest, dist } },
      };
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(document));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return {
    address,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
