import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";
import { firstScreen } from "./src/engine/first-screen.ts";

const FIRST_SCREEN = "virtual:first-screen";

/** What the first screen shows is made when the page is built, and not by the page. */
const madeBeforehand: Plugin = {
  name: "first-screen",
  resolveId: (id) => (id === FIRST_SCREEN ? id : undefined),
  load(id) {
    if (id !== FIRST_SCREEN) return undefined;
    const parts = Object.entries(firstScreen());
    return parts.map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`).join("\n");
  },
};

export default defineConfig({
  // Relative addresses: the built folder works from any path.
  base: "./",
  plugins: [svelte(), madeBeforehand],
  worker: { format: "es" },
  // Browsers know light-dark() themselves: lowered, it would follow the system and not the choice on the page.
  build: {
    target: "es2023",
    cssTarget: ["chrome123", "firefox120", "safari17.5"],
    outDir: "dist",
    emptyOutDir: true,
    chunkSizeWarningLimit: 2000,
  },
  // An isolated page may run a network in several threads.
  preview: {
    host: "localhost",
    port: 4173,
    headers: {
      "Cross-Origin-Opener-Policy": "same-origin",
      "Cross-Origin-Embedder-Policy": "require-corp",
    },
  },
});
