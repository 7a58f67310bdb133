import { test as playwright } from "@plumbline/test/playwright";
import { test as vitest } from "@plumbline/test/vitest";

vitest("the fixture has a type", async ({ plumbline }) => {
  const url: string = plumbline.url;
  await plumbline.fault({ when: { verb: "get" }, effect: { kind: "expire" } });
  // @ts-expect-error -- there is no such member
  plumbline.uri;
  await fetch(url);
});
playwright("the fixture has a type", async ({ plumbline, page }) => {
  await page.goto(plumbline.url);
  // @ts-expect-error -- there is no such member
  plumbline.uri;
});
