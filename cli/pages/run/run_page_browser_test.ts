import { testInBrowser } from "@plumbline/reports/testing/in_browser";

testInBrowser(
  "the page of a run works in a real browser",
  new URL("run_page_in_browser.ts", import.meta.url),
);
