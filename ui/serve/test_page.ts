/**
 * The page of a server, opened in a browser for tests.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import type { Browser, Locator, Page } from "playwright-core";
import type { ServerOptions } from "../../server/mod.ts";
import { type StartedServer, startShown } from "./test_server.ts";
import { ServerPage } from "../mod.ts";
import { openPage, type PageOptions } from "../../reports/testing/browser.ts";

/** Who may do everything. */
export const TOKEN = "admin-token";
const identities = [{ name: "admin", token: TOKEN, groups: ["system:masters"] }] as const;
/** Where secrets live. */
export const SECRETS = "/api/v1/namespaces/default/secrets";

/** A page, and the server it shows. */
export interface Opened {
  readonly page: Page;
  readonly server: StartedServer;
  readonly live: ServerPage;
  /** What the page asked for, and what went wrong on it. */
  readonly asked: readonly string[];
  /** Asks the server, and reads the answer. */
  use(method: string, path: string, body?: unknown): Promise<{ status: number; text: string }>;
}

/** What is opened, and how. */
export interface Options extends ServerOptions {
  readonly journalSize?: number;
  /** Done with the server before its page is opened. */
  readonly before?: (server: StartedServer) => Promise<void>;
  readonly browser?: PageOptions;
}

/** Opens the page of a server of its own. A page on which something went wrong has failed. */
export async function withPage(
  browser: Browser,
  use: (opened: Opened) => Promise<void>,
  { before, browser: look = {}, ...options }: Options = {},
): Promise<void> {
  const server = await startShown({ identities, ...options });
  await before?.(server);
  await using live = new ServerPage(server);
  const { page, asked } = await openPage(browser, look);
  try {
    await page.goto(live.address);
    await page.locator("#connection", { hasText: "Live" }).waitFor();
    await page.locator("#objects-rows tr").first().waitFor();
    await page.locator("#mutants-list li").first().waitFor();
    const ask: Opened["use"] = (method, path, body) => send(server, method, path, body);
    await use({ page, server, live, asked, use: ask });
    assertEquals(asked.filter((text) => text.startsWith("error")), []);
  } finally {
    await page.close();
    await server.close();
  }
}

/** Asks a server, and reads the answer. */
export async function send(server: StartedServer, method: string, path: string, body?: unknown) {
  const response = await fetch(server.url + path, {
    method,
    headers: {
      authorization: `Bearer ${TOKEN}`,
      "content-type": method === "PATCH" ? "application/merge-patch+json" : "application/json",
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, text: await response.text() };
}

/** Chooses a type of objects. */
export const choose = (page: Page, type: string): Promise<void> =>
  page.locator(`#types [data-type="${type}"]`).click();

/** The row of an object. */
export const rowOf = (page: Page, name: string): Locator =>
  page.locator("#objects-rows tr", { has: page.getByRole("button", { name, exact: true }) });

/** The dialog, if it is open. */
export const dialogOf = (page: Page): Locator => page.locator("dialog[open]");

/** Some of everything. */
export async function fill(server: StartedServer): Promise<void> {
  for (let count = 0; count < 30; count++) {
    const body = { metadata: { name: `web-${count}` }, data: { password: btoa("hunter22") } };
    await send(server, "POST", SECRETS, body);
  }
  server.injectedFaults.add({
    when: { verb: "get", resource: "secrets" },
    effect: { kind: "refuse", code: 503 },
    times: 3,
  });
  server.injectedFaults.add({
    effect: { kind: "delay", time: { from: 1, to: 2 } },
    probability: 0.5,
  });
  server.mutants.add("paging/skips-after-deleted");
  server.mutants.add("health/credentials-asked-for");
  for (let count = 0; count < 5; count++) await send(server, "GET", `${SECRETS}/web-${count}`);
  await send(server, "GET", `${SECRETS}/none`);
}

/** Opens a watch. */
export async function openWatch(server: StartedServer): Promise<Response> {
  return await fetch(`${server.url}${SECRETS}?watch=1`, {
    headers: { authorization: `Bearer ${TOKEN}` },
  });
}
