import { writeFileSync } from "node:fs";
import { readDocument, refreshed } from "./documents.ts";

for (const path of process.argv.slice(2)) {
  try {
    writeFileSync(path, refreshed(readDocument(path)));
  } catch (e) {
    console.log(path, String(e));
  }
}
