import { testInBrowser } from "../../reports/testing/in_browser.ts";

testInBrowser(
  "check --ui works in a real browser",
  new URL("page_in_browser.ts", import.meta.url),
);
