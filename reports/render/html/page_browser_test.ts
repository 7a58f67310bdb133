import { testInBrowser } from "../../testing/in_browser.ts";

testInBrowser(
  "the report page works in a real browser",
  new URL("page_in_browser.ts", import.meta.url),
);
