/** The script of every page: colours and the search. Pages read well without it. */

import { installSearch } from "./search.ts";
import { installTheme } from "./theme.ts";

const root = new URL(document.currentScript?.dataset["root"] ?? "", location.href);

installTheme();
installSearch(root);
