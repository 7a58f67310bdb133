/**
 * The page of a server in a real browser; `server_page_browser_test.ts` runs these tests in a
 * process of their own.
 *
 * @module
 */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import type { Browser } from "playwright-core";
import type { StartedServer } from "./test_server.ts";
import {
  choose,
  dialogOf,
  fill,
  openWatch,
  rowOf,
  SECRETS,
  send,
  TOKEN,
  withPage,
} from "./test_page.ts";
import { seriousProblems } from "@plumbline/reports/testing/accessibility";
import { picture, testWithBrowser } from "@plumbline/reports/testing/browser";

const NAMESPACES = "/api/v1/namespaces";

testWithBrowser("the page of a server in a browser", {
  "shows objects as they are created and deleted": objects,
  "shows the data of a Secret on request": secrets,
  "shows and ends open watches": watches,
  "shows and filters requests": requests,
  "adds and removes rules": rules,
  "switches mutants": mutants,
  "is accessible, light and dark": accessible,
  "runs no script of an object and sends no requests": hostileText,
  "works by keyboard and fits a narrow window": narrow,
  "limits the rows of long lists": much,
  "keeps its content when the server ends": ended,
});

async function objects(browser: Browser): Promise<void> {
  await withPage(browser, async ({ page, use }) => {
    await choose(page, "deployments.apps");
    const deployments = page.locator('#types [data-type="deployments.apps"]');
    await page.locator("#objects-filter output", { hasText: "0 in total" }).waitFor();
    const path = "/apis/apps/v1/namespaces/default/deployments";
    const template = {
      metadata: { labels: { app: "web" } },
      spec: { containers: [{ name: "main", image: "example" }] },
    };
    await use("POST", path, {
      metadata: { name: "web" },
      spec: { selector: { matchLabels: { app: "web" } }, template },
    });
    await rowOf(page, "web").waitFor();
    assertStringIncludes(await deployments.innerText(), "1");
    await rowOf(page, "web").getByRole("button").click();
    const dialog = dialogOf(page);
    assertStringIncludes(await dialog.locator("pre").innerText(), "kind: Deployment");
    await dialog.getByRole("button", { name: "JSON", exact: true }).click();
    assertEquals(JSON.parse(await dialog.locator("pre").innerText()).metadata.name, "web");
    await dialog.getByRole("button", { name: "Managed fields" }).click();
    assertStringIncludes(await dialog.locator("pre").innerText(), "fieldsV1");
    await picture(page, "serve-object", false);
    await page.keyboard.press("Escape");
    await use("DELETE", `${path}/web`);
    await rowOf(page, "web").waitFor({ state: "detached" });

    await choose(page, "namespaces");
    await rowOf(page, "default").waitFor();
    await page.locator("#objects-filter input").fill("public");
    await rowOf(page, "default").waitFor({ state: "detached" });
    assertEquals(await page.locator("#objects-rows tr").count(), 1);
  });
}

async function secrets(browser: Browser): Promise<void> {
  await withPage(browser, async ({ page, use }) => {
    const data = { password: btoa("hunter22"), token: btoa(TOKEN) };
    await use("POST", SECRETS, { metadata: { name: "a" }, data });
    await choose(page, "secrets");
    await rowOf(page, "a").getByRole("button").click();
    const dialog = dialogOf(page);
    assertStringIncludes(await dialog.innerText(), "password: ••••••");
    assertEquals((await page.content()).includes(data.password), false);
    await dialog.getByRole("button", { name: "Show data" }).click();
    await dialog.getByText(data.password).waitFor();
    assertEquals(await dialog.getByRole("button", { name: "Show data" }).count(), 0);
    assertEquals((await page.content()).includes(data.token), false);
    await dialog.getByRole("button", { name: "Close" }).click();
    await page.locator("#detail-body pre").waitFor({ state: "detached" });
    assertEquals((await page.content()).includes(data.password), false);
  });
}

async function watches(browser: Browser): Promise<void> {
  await withPage(browser, async ({ page, server, use }) => {
    await page.locator("#watches-none").waitFor();
    const watch = await fetch(`${server.url}${SECRETS}?watch=1`, {
      headers: { authorization: `Bearer ${TOKEN}` },
    });
    const row = page.locator("#watches-rows tr");
    await row.waitFor();
    const reader = watch.body!.getReader();
    for (const name of ["a", "b"]) {
      await use("POST", SECRETS, { metadata: { name } });
      await reader.read();
    }
    await row.locator(".sent", { hasText: "2" }).waitFor();
    assertStringIncludes(await row.innerText(), `${SECRETS}?watch=1`);
    assertStringIncludes(await row.innerText(), "admin");
    await row.getByRole("button", { name: "410" }).click();
    const { value } = await reader.read();
    assertEquals(JSON.parse(new TextDecoder().decode(value)).object.code, 410);
    assertEquals((await reader.read()).done, true);
    await page.locator("#watches-none").waitFor();
  });
}

async function requests(browser: Browser): Promise<void> {
  await withPage(browser, async ({ page, server, use }) => {
    const rows = page.locator("#requests-rows tr");
    await use("GET", `${SECRETS}?limit=3`);
    await rows.first().waitFor();
    server.injectedFaults.add({
      when: { resource: "secrets" },
      effect: { kind: "refuse", code: 503 },
    });
    await use("GET", SECRETS);
    await rows.nth(1).waitFor();
    for (let count = 0; count < 5; count++) await use("GET", "/version");
    await rows.nth(6).waitFor();
    const newest = rows.first();
    assertStringIncludes(await newest.innerText(), "/version");

    await page.locator("#requests-filter [name=code]").fill("5xx");
    await page.locator("#requests-filter output", { hasText: "1 of 7" }).waitFor();
    assertStringIncludes(await newest.innerText(), "rule 1");
    await newest.getByRole("button").click();
    const text = await dialogOf(page).innerText();
    for (
      const part of ["503", "rule 1: 503", "authorization: Bearer [redacted]", "content-type:"]
    ) {
      assertStringIncludes(text, part);
    }
    assertEquals((await page.content()).includes(TOKEN), false);
    await picture(page, "serve-request", false);
    await page.keyboard.press("Escape");

    await page.locator("#requests-filter [name=code]").fill("");
    await page.locator("#requests-filter [name=words]").fill("LIMIT=3");
    await page.locator("#requests-filter output", { hasText: "1 of 7" }).waitFor();
    await page.locator("#requests-filter [name=words]").fill("");
    await page.locator("#requests-filter output", { hasText: /^7$/ }).waitFor();

    await page.locator("[name=pause]").check();
    await use("GET", "/version");
    await page.locator("#requests-count", { hasText: "8" }).waitFor();
    assertEquals(await rows.count(), 7);
    await page.getByRole("button", { name: "Clear" }).click();
    await rows.first().waitFor({ state: "detached" });
  });
}

async function rules(browser: Browser): Promise<void> {
  await withPage(browser, async ({ page, use }) => {
    const form = page.locator("#rule-form");
    await form.locator("[name=kind]").selectOption("refuse");
    await form.locator("[name=code]").selectOption("429");
    await form.locator("[name=retryAfterSeconds]").fill("7");
    await form.locator("[name=verb]").selectOption("list");
    await form.locator("[name=resource]").fill("secrets");
    await form.locator("[name=times]").fill("1");
    await form.getByRole("button", { name: "Add rule" }).click();
    const row = page.locator("#rules-rows tr");
    await row.waitFor();
    assertStringIncludes(await row.innerText(), "429, retry after 7 s");
    assertStringIncludes(await row.innerText(), "at most 1");
    assertEquals((await use("GET", SECRETS)).status, 429);
    assertEquals((await use("GET", SECRETS)).status, 200);
    await row.locator(".hits", { hasText: "1" }).waitFor();
    await row.getByRole("button", { name: "Remove rule 1" }).click();
    await page.locator("#rules-none").waitFor();

    await form.locator("[name=kind]").selectOption("delay");
    await form.locator("[name=time]").fill("soon");
    await form.getByRole("button", { name: "Add rule" }).click();
    await page.locator("#rule-error", { hasText: "milliseconds" }).waitFor();
    await form.locator("[name=time]").fill("1-3");
    await form.getByRole("button", { name: "Add rule" }).click();
    await row.filter({ hasText: "response delayed by 1 to 3 ms" }).waitFor();
    await page.locator("#rule-error").waitFor({ state: "hidden" });
    await page.getByRole("button", { name: "Remove all" }).click();
    await page.locator("#rules-none").waitFor();
  });
}

async function mutants(browser: Browser): Promise<void> {
  const id = "health/credentials-asked-for";
  await withPage(browser, async ({ page, server }) => {
    const livez = async () => {
      const response = await fetch(`${server.url}/livez`);
      await response.text();
      return response.status;
    };
    assertEquals(await livez(), 200);
    await page.locator("#mutants-filter [name=words]").fill("credentials livez");
    const box = page.getByRole("checkbox", { name: id });
    await box.check();
    await page.locator("#mutants-count", { hasText: "1" }).waitFor();
    assertEquals(await livez(), 401);
    await page.locator("#mutants-filter [name=words]").fill("");
    await page.locator("#mutants-filter [name=on]").check();
    await page.locator("#mutants-filter output", { hasText: "1 of" }).waitFor();
    await box.uncheck();
    await page.locator("#mutants-count", { hasText: "0" }).waitFor();
    assertEquals(await livez(), 200);

    server.mutants.add("paging/skips-after-deleted");
    server.mutants.add(id);
    await page.locator("#mutants-list li.on").nth(1).waitFor();
    await page.getByRole("button", { name: "Switch off all" }).click();
    await page.locator("#mutants-count", { hasText: "0" }).waitFor();
    assertEquals(server.mutants.list(), []);
  });
}

async function accessible(browser: Browser): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    const look = { bypassCSP: true, colorScheme };
    await withPage(browser, async ({ page, server }) => {
      const watch = await openWatch(server);
      await choose(page, "secrets");
      await rowOf(page, "web-1").waitFor();
      await page.locator("#watches-rows tr").waitFor();
      await page.locator("#requests-rows .tag").first().waitFor();
      await picture(page, `serve-${colorScheme}`);
      assertEquals(await seriousProblems(page), [], colorScheme);
      await rowOf(page, "web-1").getByRole("button").click();
      await dialogOf(page).waitFor();
      await picture(page, `serve-${colorScheme}-secret`, false);
      assertEquals(await seriousProblems(page), [], `${colorScheme}, an object`);
      await page.keyboard.press("Escape");
      await page.locator("#requests-rows button").first().click();
      await dialogOf(page).waitFor();
      assertEquals(await seriousProblems(page), [], `${colorScheme}, a request`);
      await watch.body!.cancel();
    }, { before: fill, browser: look });
  }
}

const HOSTILE = `"><img src=x onerror=alert(1)><script>alert(1)</script>\u202e{{7*7}}`;

async function hostileText(browser: Browser): Promise<void> {
  await withPage(browser, async ({ page, live, use, server, asked }) => {
    const dialogs: string[] = [];
    page.on("dialog", (dialog) => void dialogs.push(dialog.message()));
    const annotations = { note: HOSTILE };
    await use("POST", NAMESPACES, { metadata: { name: "hostile", annotations } });
    const path = `/apis/rbac.authorization.svc.io/v1/clusterroles`;
    await use("POST", path, { metadata: { name: "<img src=x onerror=alert(1)>" }, rules: [] });
    await use("GET", `${NAMESPACES}?note=${encodeURIComponent(HOSTILE)}&<img>`);
    const headers = {
      authorization: `Bearer ${TOKEN}`,
      "impersonate-user": "<img src=x onerror=alert(1)>",
      "x-note": "<script>alert(1)</script>",
    };
    await (await fetch(`${server.url}${SECRETS}`, { headers })).text();
    server.injectedFaults.add({ when: { name: "<img src=x>" }, effect: { kind: "conflict" } });
    await rowOf(page, "hostile").getByRole("button").click();
    assertStringIncludes(await dialogOf(page).innerText(), "<script>alert(1)</script>");
    assertEquals((await dialogOf(page).innerText()).includes("\u202e"), false);
    await page.keyboard.press("Escape");
    await choose(page, "clusterroles.rbac.authorization.svc.io");
    await rowOf(page, "<img src=x onerror=alert(1)>").getByRole("button").click();
    await dialogOf(page).waitFor();
    await page.keyboard.press("Escape");
    await page.locator("#requests-rows button").first().click();
    assertStringIncludes(await dialogOf(page).innerText(), "x-note: <script>alert(1)</script>");
    await page.locator("#rules-rows tr", { hasText: "<img src=x>" }).waitFor();
    assertEquals(dialogs, []);
    assertEquals(await page.locator("img, iframe, object, embed, link, main script").count(), 0);
    const { origin } = new URL(live.address);
    assertEquals(asked.filter((url) => !url.startsWith(`${origin}/`)), []);
  });
}

async function narrow(browser: Browser): Promise<void> {
  const look = { viewport: { width: 360, height: 740 }, reducedMotion: "reduce" } as const;
  await withPage(browser, async ({ page, server }) => {
    const watch = await openWatch(server);
    await page.locator("#watches-rows tr").waitFor();
    await page.locator("#requests-rows tr").first().waitFor();
    const width = await page.evaluate("document.documentElement.scrollWidth") as number;
    assert(width <= 360, `${width} pixels are needed`);
    await picture(page, "serve-narrow");
    await page.locator('#types [data-type="secrets"]').press("Enter");
    await rowOf(page, "web-1").getByRole("button").press("Enter");
    await dialogOf(page).waitFor();
    await picture(page, "serve-narrow-object", false);
    await page.keyboard.press("Escape");
    // Focus goes back to where it was.
    assertEquals(await page.evaluate("document.activeElement.textContent"), "web-1");
    await page.locator("#mutants-list input").first().press("Space");
    await page.locator("#mutants-count", { hasText: "1" }).waitFor();
    await watch.body!.cancel();
  }, { before: fill, browser: look });
}

/** Creates this number of Secrets, some at the same time. */
async function createMany(server: StartedServer, count: number): Promise<void> {
  for (let first = 0; first < count; first += 50) {
    await Promise.all(
      Array.from(
        { length: 50 },
        (_, at) => send(server, "POST", SECRETS, { metadata: { name: `many-${first + at}` } }),
      ),
    );
  }
}

async function much(browser: Browser): Promise<void> {
  const objectCount = 10_000;
  const requestCount = 50_000;
  await withPage(browser, async ({ page, server, use }) => {
    await choose(page, "secrets");
    await page.locator("#objects-filter output", { hasText: "200 of 10,000" }).waitFor();
    assertEquals(await page.locator("#objects-rows tr").count(), 200);
    await page.locator("#objects-filter input").fill("many-9999");
    await rowOf(page, "many-9999").waitFor();
    assertEquals(await page.locator("#objects-rows tr").count(), 1);

    assertEquals(server.journal.entries().length, requestCount);
    const output = page.locator("#requests-filter output");
    await output.filter({ hasText: "newest 200 of 50,000" }).waitFor();
    assertEquals(await page.locator("#requests-rows tr").count(), 200);
    await use("DELETE", `${SECRETS}/many-1`);
    await page.locator("#requests-filter [name=verb]").selectOption("delete");
    await output.filter({ hasText: "1 of 50,000" }).waitFor();
    await page.locator("#requests-filter [name=words]").fill("many-1");
    await output.filter({ hasText: "1 of 50,000" }).waitFor();
    const elements = await page.evaluate("document.querySelectorAll('*').length") as number;
    assert(elements < 5_000, `${elements} elements`);
  }, {
    journalSize: requestCount,
    async before(server) {
      await createMany(server, objectCount);
      for (let sent = objectCount; sent < requestCount; sent += 50) {
        await Promise.all(Array.from({ length: 50 }, () => send(server, "GET", "/readyz")));
      }
    },
  });
}

async function ended(browser: Browser): Promise<void> {
  await withPage(browser, async ({ page, live }) => {
    await live.close();
    await page.locator("#connection", { hasText: "has ended" }).waitFor();
    await page.getByRole("button", { name: "Clear" }).click();
    await page.locator("#status", { hasText: "fetch" }).waitFor({ state: "attached" });
    assert(await page.locator("#objects-rows tr").count() > 0);
  });
}
