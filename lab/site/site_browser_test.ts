import { testInBrowser } from "@plumbline/reports/testing/in_browser";

testInBrowser(
  "the site and its playground work in a browser",
  new URL("./site_in_browser.ts", import.meta.url),
);
