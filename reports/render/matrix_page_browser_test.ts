import { testInBrowser } from "../testing/in_browser.ts";

testInBrowser(
  "the matrix page works in a real browser",
  new URL("matrix_page_in_browser.ts", import.meta.url),
);
