import { serve } from "./serve.ts";

serve(self, async (spec) => (await import("./network-target.ts")).openNetworkTarget(spec));
