import { defineConfig } from "@playwright/test";

const executablePath = process.env["CHROMIUM"] ?? "/usr/bin/chromium";
const quiet = [
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-quic",
];

// Pages of one site share a process, so that the pages of tests share one with the page that a worker keeps open.
const shared = "--process-per-site";

export default defineConfig({
  testDir: "test",
  fullyParallel: true,
  workers: 2,
  timeout: 90_000,
  expect: { timeout: 30_000 },
  reporter: [["line"]],
  outputDir: "test-results",
  use: {
    baseURL: process.env["STUDIO_ADDRESS"] ?? "http://localhost:4173/",
    viewport: { width: 1280, height: 900 },
    launchOptions: {
      executablePath,
      args: ["--no-sandbox", "--disable-gpu", "--no-first-run", shared, ...quiet],
    },
  },
});
