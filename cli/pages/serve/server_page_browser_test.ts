import { testInBrowser } from "@plumbline/reports/testing/in_browser";

testInBrowser(
  "the page of a server works in a real browser",
  new URL("server_page_in_browser.ts", import.meta.url),
);
