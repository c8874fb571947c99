import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

export default defineConfig({
  // Relative addresses: the built folder works from any path.
  base: "./",
  plugins: [svelte()],
  worker: { format: "es" },
  build: { target: "es2023", outDir: "dist", emptyOutDir: true, chunkSizeWarningLimit: 2000 },
  preview: { host: "localhost", port: 4173 },
});
