import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

export default defineConfig({
  // Relative addresses: the built folder works from any path.
  base: "./",
  plugins: [svelte()],
  worker: { format: "es" },
  // Browsers know light-dark() themselves: lowered, it would follow the system and not the choice on the page.
  build: {
    target: "es2023",
    cssTarget: ["chrome123", "firefox120", "safari17.5"],
    outDir: "dist",
    emptyOutDir: true,
    chunkSizeWarningLimit: 2000,
  },
  preview: { host: "localhost", port: 4173 },
});
