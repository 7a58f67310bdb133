import { testInBrowser } from "@plumbline/reports/testing/in_browser";

testInBrowser(
  "check --ui works in a real browser",
  new URL("page_in_browser.ts", import.meta.url),
);
