/**
 * Tests of the requests of a server page, without a browser.
 *
 * @module
 */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { type StartedServer, startShown } from "./test_server.ts";
import { ServerPage } from "../mod.ts";

const TOKEN = "admin-token";
const identities = [{ name: "admin", token: TOKEN, groups: ["system:masters"] }] as const;
const SECRETS = "/api/v1/namespaces/default/secrets";

/** A page of a server, opened by a user. */
class Visitor implements AsyncDisposable {
  readonly server;
  readonly #page: ServerPage;
  readonly #url: string;
  readonly #cookie: string;

  private constructor(
    server: StartedServer,
    page: ServerPage,
    cookie: string,
  ) {
    this.server = server;
    this.#page = page;
    this.#url = new URL(page.address).origin;
    this.#cookie = cookie;
  }

  static async open(): Promise<Visitor> {
    const server = await startShown({ identities });
    const page = await ServerPage.start(server);
    const response = await fetch(page.address, { redirect: "manual" });
    await response.body?.cancel();
    return new Visitor(server, page, response.headers.get("set-cookie")!.split(";")[0]!);
  }

  /** Sends a request to the server of the page. */
  async ask(method: string, path: string, body?: unknown): Promise<[status: number, text: string]> {
    const response = await fetch(this.#url + path, {
      method,
      headers: { cookie: this.#cookie },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return [response.status, await response.text()];
  }

  /** Reads the feed until a message matches. */
  async message(type: string, matches: (text: string) => boolean): Promise<string> {
    const response = await fetch(`${this.#url}/events`, { headers: { cookie: this.#cookie } });
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    for (;;) {
      const found = text.split("\n").findLast((line) =>
        line.startsWith(`data: {"type":"${type}"`) && line.endsWith("}}") && matches(line)
      );
      if (found !== undefined) {
        await reader.cancel();
        return found;
      }
      const { value, done } = await reader.read();
      assert(!done, text);
      text += value;
    }
  }

  /** Sends a request to the server that the page shows. */
  async use(method: string, path: string, body?: unknown): Promise<number> {
    const response = await fetch(this.server.url + path, {
      method,
      headers: { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    await response.text();
    return response.status;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#page.close();
    await this.server.close();
  }
}

Deno.test("the page gets the state and its changes", async () => {
  await using visitor = await Visitor.open();
  assertStringIncludes(await visitor.message("server", () => true), visitor.server.url);
  await visitor.use("POST", SECRETS, { metadata: { name: "a" } });
  await visitor.message(
    "objects",
    (text) => /"secrets","kind":"Secret".{0,20}"count":1/.test(text),
  );
  await visitor.message("journal", (text) => text.includes('"newest":1'));
  visitor.server.injectedFaults.add({ effect: { kind: "refuse", code: 503 } });
  await visitor.message("rules", (text) => text.includes('"code":503'));
  visitor.server.mutants.add("paging/skips-after-deleted");
  await visitor.message("mutants", (text) => text.includes("skips-after-deleted"));
});

Deno.test("open watches are listed and can be ended", async () => {
  await using visitor = await Visitor.open();
  const watch = await fetch(`${visitor.server.url}${SECRETS}?watch=1`, {
    headers: { authorization: `Bearer ${TOKEN}` },
  });
  await visitor.message("watches", (text) => text.includes('"path":"/api/v1/namespaces/default'));
  const [status, text] = await visitor.ask("POST", "/watches/end?id=1&how=slowly");
  assertEquals([status, text.includes("expire, drop")], [400, true]);
  assertEquals((await visitor.ask("POST", "/watches/end?id=1&how=drop"))[0], 200);
  assertEquals(await watch.text(), "");
  await visitor.message("watches", (text) => text.includes('"count":0'));
});

Deno.test("objects are listed and shown, Secrets without their data", async () => {
  await using visitor = await Visitor.open();
  await visitor.use("POST", SECRETS, {
    metadata: { name: "a" },
    data: { password: "aHVudGVyMg==" },
  });
  assertStringIncludes((await visitor.ask("GET", "/objects?type=secrets"))[1], '"name":"a"');
  const path = "/object?type=secrets&namespace=default&name=a";
  const masked = (await visitor.ask("GET", path))[1];
  assertEquals(masked.includes("aHVudGVyMg"), false);
  assertStringIncludes((await visitor.ask("GET", `${path}&reveal=true`))[1], "aHVudGVyMg==");
  assertEquals((await visitor.ask("GET", `${path}2`))[0], 400);
  assertEquals((await visitor.ask("GET", "/objects?type=widgets"))[0], 400);
});

Deno.test("requests are filtered and shown with headers and matching rules", async () => {
  await using visitor = await Visitor.open();
  const rule = { effect: { kind: "refuse", code: 503 }, when: { resource: "secrets" } };
  const [, added] = await visitor.ask("POST", "/rules", rule);
  const { id } = JSON.parse(added);
  assertEquals([await visitor.use("GET", SECRETS), await visitor.use("GET", "/apis")], [503, 200]);
  const found = JSON.parse((await visitor.ask("GET", "/requests?code=5xx"))[1]);
  assertEquals([found.matched, found.recorded, found.entries[0].id], [1, 2, 1]);
  const [, text] = await visitor.ask("GET", "/request?id=1");
  assertEquals(JSON.parse(text).rules, [{ id, rule }]);
  assertEquals(text.includes(TOKEN), false);
  assertStringIncludes(text, '["authorization","Bearer [redacted]"]');
  await visitor.ask("DELETE", `/rules?id=${id}`);
  assertEquals(JSON.parse((await visitor.ask("GET", "/request?id=1"))[1]).rules, [{ id }]);
  assertEquals((await visitor.ask("GET", "/request?id=7"))[0], 400);
  await visitor.ask("DELETE", "/requests");
  assertEquals(visitor.server.journal.entries(), []);
});

Deno.test("invalid rules are rejected with the reason", async () => {
  await using visitor = await Visitor.open();
  const [status, text] = await visitor.ask("POST", "/rules", { effect: { kind: "nothing" } });
  assertEquals(status, 400);
  assertStringIncludes(text, "delay, refuse");
  for (const code of [429, 500]) {
    await visitor.ask("POST", "/rules", { effect: { kind: "refuse", code } });
  }
  await visitor.ask("DELETE", "/rules");
  assertEquals(visitor.server.injectedFaults.list(), []);
});

Deno.test("mutants are listed and switched", async () => {
  await using visitor = await Visitor.open();
  const { mutants } = JSON.parse((await visitor.ask("GET", "/mutants"))[1]);
  assert(mutants.length > 600, `${mutants.length}`);
  const id = "health/credentials-asked-for";
  await visitor.ask("POST", `/mutants?id=${id}`);
  const livez = async () => {
    const response = await fetch(`${visitor.server.url}/livez`);
    await response.text();
    return response.status;
  };
  assertEquals(await livez(), 401);
  await visitor.ask("DELETE", `/mutants?id=${id}`);
  assertEquals(await livez(), 200);
  await visitor.ask("POST", `/mutants?id=${id}`);
  await visitor.ask("DELETE", "/mutants");
  assertEquals(visitor.server.mutants.list(), []);
  assertEquals((await visitor.ask("POST", "/mutants?id=none"))[0], 400);
});
