import { testInBrowser } from "../../reports/testing/in_browser.ts";

testInBrowser(
  "the page of a server works in a real browser",
  new URL("server_page_in_browser.ts", import.meta.url),
);
