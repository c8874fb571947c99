/** Code that the user lets run reaches nothing: neither other servers nor the one that the page came from. */

import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, type Page } from "@playwright/test";
import { toFragment } from "../src/engine/spec.ts";
import { serve } from "./server.ts";
import { bare, tab, waitForStatus } from "./studio.ts";

/** Ways in which a worker can send something, each to an address that ends in its name. */
const WAYS = {
  fetch: "fetch(to)",
  opaque: "fetch(to, { mode: 'no-cors', method: 'POST', body: 'x' })",
  xhr: "const x = new XMLHttpRequest(); x.open('GET', to); x.send()",
  waiting: "const x = new XMLHttpRequest(); x.open('GET', to, false); x.send()",
  socket: "new WebSocket(to.replace('http', 'ws'))",
  events: "new EventSource(to)",
  module: "import(to)",
  worker: "new Worker(to)",
  font: "new FontFace('f', 'url(' + to + ')').load()",
  nested: "new Worker(URL.createObjectURL(new Blob(['fetch(' + JSON.stringify(to) + ')'])))",
  data: "new Worker('data:text/javascript,' + encodeURIComponent('fetch(' + JSON.stringify(to) + ')'))",
  cache: "caches.open('c').then((cache) => cache.add(to))",
  evaluated: "(0, eval)('fetch(' + JSON.stringify(to) + ')')",
};

/** The code that tries all ways to reach an address. What is refused at once must not keep the others from being tried. */
function attempts(address: string): string {
  const tries = Object.entries(WAYS).map(
    ([name, way]) => `try { const to = ${JSON.stringify(`${address}${name}`)}; ${way}; } catch {}`,
  );
  return tries.join("\n");
}

/** Notes the last parts of the addresses that are asked for. */
function listen(server: Server): Set<string> {
  const asked = new Set<string>();
  const note = ({ url = "" }: { url?: string | undefined }) => asked.add(url.replace(/.*\//u, ""));
  server.on("request", note);
  server.on("upgrade", (request, socket) => {
    note(request);
    socket.destroy();
  });
  return asked;
}

interface Place {
  readonly address: string;
  readonly asked: Set<string>;
}

const test = bare.extend<{ outside: Place; studio: Place }>({
  outside: async ({ browserName: _browser }, use) => {
    const server = createServer((request, response) => {
      const worker = `${attempts(`http://${request.headers.host}/`)}\nself.onmessage = () => {};`;
      if (request.url === "/control.js") response.writeHead(200, { "content-type": "text/javascript" });
      else response.writeHead(200, { "content-type": "text/html" });
      response.end(request.url === "/control.js" ? worker : "<!doctype html><title>Outside</title>");
    });
    const asked = listen(server);
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    await use({ address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, asked });
    server.closeAllConnections();
    server.close();
  },
  studio: async ({ browserName: _browser }, use) => {
    const { server, address } = await serve();
    await use({ address, asked: listen(server) });
    server.closeAllConnections();
    server.close();
  },
});

async function learnFunction(page: Page, code: string): Promise<void> {
  await tab(page, "function");
  await page.getByTestId("code").fill(code);
  await page.getByTestId("function-alphabet").fill("a");
  await page.getByRole("tabpanel", { name: "Function" }).getByRole("button", { name: "Learn" }).click();
}

/** Long enough for every attempt to have reached a server: without a policy they take a few milliseconds. */
const LONG = 1500;

function leaks({ asked }: Place): string[] {
  return Object.keys(WAYS).filter((name) => asked.has(name));
}

test("every way reaches a server where no policy forbids it", async ({ page, outside }) => {
  await page.goto(outside.address);
  await page.evaluate(() => {
    Object.assign(window, { control: new Worker("/control.js", { type: "module" }) });
  });
  await expect.poll(() => leaks(outside)).toEqual(Object.keys(WAYS));
});

test("a function sends nothing, not even to the server of the page", async ({ page, outside, studio }) => {
  await page.goto(studio.address);
  const missing =
    "[typeof Image, typeof navigator.sendBeacon, typeof RTCPeerConnection, typeof importScripts]";
  const tries = attempts(outside.address) + attempts(studio.address);
  const imported = "try { importScripts(location.href) } catch { kinds.push('no import') }";
  await learnFunction(
    page,
    `(() => { ${tries}; return () => { const kinds = ${missing}; ${imported}; throw new Error(kinds + " in " + origin); }; })()`,
  );
  await waitForStatus(page, "failed");
  await expect(page.getByTestId("failure")).toContainText(
    "undefined,undefined,undefined,function,no import in null",
  );
  await page.waitForTimeout(LONG);
  expect(leaks(outside)).toEqual([]);
  expect(leaks(studio)).toEqual([]);
});

test("an endless function is stopped, and its frame removed", async ({ page, studio }) => {
  await page.goto(studio.address);
  await learnFunction(page, "(word) => { if (word.length > 1) for (;;); return word.length === 0; }");
  await expect(page.getByRole("heading", { name: "A JavaScript function" })).toBeVisible();
  await expect(page.locator("iframe")).toHaveCount(1);
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByRole("button", { name: "Stop at once" }).click();
  await waitForStatus(page, "cancelled");
  await expect(page.locator("iframe")).toHaveCount(0);
});

test("the page runs nothing inside a frame", async ({ page, outside, studio }) => {
  const link = toFragment({ kind: "expression", text: "a*", semifield: "boolean", alphabet: "" });
  await page.goto(outside.address);
  await page.evaluate((address) => {
    const frame = document.createElement("iframe");
    frame.src = address;
    document.body.append(frame);
  }, `${studio.address}${link}`);
  const framed = page.frameLocator("iframe");
  await expect(framed.getByText("does not run inside another page")).toBeVisible();
  await expect(framed.getByRole("link", { name: "Open it on its own" })).toHaveAttribute(
    "href",
    `${studio.address}${link}`,
  );
  await expect(framed.getByTestId("status")).toHaveCount(0);
  expect([...studio.asked].filter((name) => name.includes("worker"))).toEqual([]);
});

test("a run is embedded without anything around it, and code is not run there", async ({
  page,
  outside,
  studio,
}) => {
  await page.goto(outside.address);
  const frame = (fragment: string) =>
    page.evaluate((address) => {
      document.querySelector("iframe")?.remove();
      const made = document.createElement("iframe");
      Object.assign(made, { src: address, width: 900, height: 600 });
      document.body.append(made);
    }, `${studio.address}${fragment}`);
  await frame("#example=even&learner=tree&step=3&embed");
  const framed = page.frameLocator("iframe");
  await expect(framed.getByTestId("where")).toContainText("Step 3 of");
  await expect(framed.getByTestId("tree")).toBeVisible();
  for (const chrome of ["choose", "menu", "learner"]) await expect(framed.getByTestId(chrome)).toHaveCount(0);
  await expect(framed.getByRole("link", { name: "An even number of a’s" })).toHaveAttribute(
    "target",
    "_blank",
  );
  await framed.getByTestId("forth").click();
  await expect(framed.getByTestId("where")).toContainText("Step 4 of");

  const code = toFragment({ kind: "function", code: "() => true", semifield: "boolean", alphabet: "a" });
  await frame(`${code}&embed`);
  await expect(framed.getByText("There is nothing to show here.")).toBeVisible();
  await expect(framed.locator("button")).toHaveCount(0);
  await expect(framed.locator("iframe")).toHaveCount(0);
});

test("the frame for code runs nothing outside a sandbox, and tells what its code throws", async ({
  page,
  outside,
  studio,
}) => {
  await page.goto(outside.address);
  const ran = await page.evaluate(async (address) => {
    const attempt = async (sandbox: string | undefined, patience: number) => {
      const frame = document.createElement("iframe");
      frame.src = address;
      if (sandbox !== undefined) frame.setAttribute("sandbox", sandbox);
      document.body.append(frame);
      await new Promise((resolve) => frame.addEventListener("load", resolve));
      const { port1, port2 } = new MessageChannel();
      const answer = new Promise((resolve) => {
        port1.onmessage = () => resolve(true);
        setTimeout(() => resolve(false), patience);
      });
      frame.contentWindow?.postMessage("onmessage = ({ ports: [port] }) => port.postMessage(1)", "*", [
        port2,
      ]);
      return answer;
    };
    return [
      await attempt(undefined, 1000),
      await attempt("allow-scripts allow-same-origin", 1000),
      await attempt("allow-scripts", 60_000),
    ];
  }, `${studio.address}guard.html`);
  expect(ran).toEqual([false, false, true]);
  const told = await page.evaluate(
    () =>
      new Promise((resolve) => {
        addEventListener("message", ({ data }) => resolve(data), { once: true });
        const sandboxed = [...document.querySelectorAll("iframe")].at(-1);
        sandboxed?.contentWindow?.postMessage("throw new Error('broken')", "*");
      }),
  );
  expect(told).toContain("broken");
});
