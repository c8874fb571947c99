import { defineConfig } from "@playwright/test";

const executablePath = process.env["CHROMIUM"] ?? "/usr/bin/chromium";
const quiet = [
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-quic",
];

export default defineConfig({
  testDir: "test",
  fullyParallel: true,
  workers: 2,
  // A busy machine may starve a browser; what fails twice is broken.
  retries: 1,
  timeout: 90_000,
  expect: { timeout: 30_000 },
  reporter: [["line"]],
  outputDir: "test-results",
  use: {
    baseURL: process.env["STUDIO_ADDRESS"] ?? "http://localhost:4173/",
    viewport: { width: 1280, height: 900 },
    launchOptions: { executablePath, args: ["--no-sandbox", "--disable-gpu", "--no-first-run", ...quiet] },
  },
});
