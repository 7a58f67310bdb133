/**
 * The page of a server, opened in a browser for tests.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import type { Browser, Locator, Page } from "playwright-core";
import type { ServerOptions } from "@plumbline/reference";
import { type StartedServer, startShown } from "./test_server.ts";
import { ServerPage } from "../mod.ts";
import { openPage, type PageOptions } from "@plumbline/reports/testing/browser";

/** The token of an administrator. */
export const TOKEN = "admin-token";
const identities = [{ name: "admin", token: TOKEN, groups: ["system:masters"] }] as const;
/** The path of the Secrets. */
export const SECRETS = "/api/v1/namespaces/default/secrets";

/** A page and the server that it shows. */
export interface Opened {
  readonly page: Page;
  readonly server: StartedServer;
  readonly live: ServerPage;
  /** The URLs that the page requested, and its errors. */
  readonly asked: readonly string[];
  /** Sends a request to the server and reads the response. */
  use(method: string, path: string, body?: unknown): Promise<{ status: number; text: string }>;
}

/** Options of the server and of its page. */
export interface Options extends ServerOptions {
  readonly journalSize?: number;
  /** Runs before the page is opened. */
  readonly before?: (server: StartedServer) => Promise<void>;
  readonly browser?: PageOptions;
}

/** Starts a server and opens its page. Fails if the page had errors. */
export async function withPage(
  browser: Browser,
  use: (opened: Opened) => Promise<void>,
  { before, browser: look = {}, ...options }: Options = {},
): Promise<void> {
  const server = await startShown({ identities, ...options });
  await before?.(server);
  await using live = await ServerPage.start(server);
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

/** Sends a request to a server and reads the response. */
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

/** Selects a type of objects. */
export const choose = (page: Page, type: string): Promise<void> =>
  page.locator(`#types [data-type="${type}"]`).click();

/** Returns the row of an object. */
export const rowOf = (page: Page, name: string): Locator =>
  page.locator("#objects-rows tr", { has: page.getByRole("button", { name, exact: true }) });

/** Returns the open dialog. */
export const dialogOf = (page: Page): Locator => page.locator("dialog[open]");

/** Creates objects, rules, mutants and requests for every section of the page. */
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
