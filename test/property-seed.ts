/**
 * Properties are tried on the same inputs in every run, so that a failure is never a matter of luck. HANKEL_SEED=7 tries
 * others.
 */

import { configureGlobal } from "fast-check";

configureGlobal({ seed: Number(process.env["HANKEL_SEED"] ?? 1) });
