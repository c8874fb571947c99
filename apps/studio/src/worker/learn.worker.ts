import { type Endpoint, serve } from "./serve.ts";

serve(self as unknown as Endpoint, async (spec) =>
  (await import("./network-target.ts")).openNetworkTarget(spec),
);
