/** The worker for code of the user. It is one file without imports: it runs where nothing can be loaded. */

import { serve } from "./serve.ts";

self.onmessage = ({ ports: [page] }) => {
  self.onmessage = null;
  serve(page);
};
