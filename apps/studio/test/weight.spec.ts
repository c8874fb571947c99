import { gzipSync } from "node:zlib";
import { serve } from "./server.ts";
import { bare, expect, waitForStatus } from "./studio.ts";

/** What the first view may weigh, in bytes as servers send them. */
const FIRST_VIEW = 150_000;

/** Counts what a server sends, to pages and to their workers. A page of another origin has its requests for itself. */
async function counted(): Promise<{
  address: string;
  loaded: Map<string, number>;
  close: () => void;
}> {
  const loaded = new Map<string, number>();
  const { server, address } = await serve((file, body) => loaded.set(file, gzipSync(body).length));
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { address, loaded, close };
}

bare(
  "the first view is light, and what learns, draws or reads is loaded when it is used",
  async ({ browser }) => {
    const { address, loaded, close } = await counted();
    const context = await browser.newContext();
    try {
      const page = await context.newPage();
      await page.goto(address, { waitUntil: "networkidle" });
      await expect(page.getByTestId("demo")).toBeVisible();
      await expect(page.locator("[data-example=random]")).toBeVisible();
      const first = [...loaded.keys()];
      expect(first.filter((file) => /worker|Workspace|MergePanel|onnx|wasm/u.test(file))).toEqual([]);
      const bytes = [...loaded.values()].reduce((sum, size) => sum + size, 0);
      expect(bytes, `gzipped: ${first.join(", ")}`).toBeLessThan(FIRST_VIEW);

      await page.locator("[data-example=even]").click();
      await waitForStatus(page);
      const second = [...loaded.keys()].slice(first.length);
      expect(second.some((file) => file.includes("learn.worker"))).toBe(true);
      expect(second.filter((file) => /merge|network|onnx|wasm/u.test(file))).toEqual([]);
    } finally {
      await context.close();
      close();
    }
  },
);
