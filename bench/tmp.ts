import { run } from "./teachers.ts";

await run(process.argv.slice(2));
