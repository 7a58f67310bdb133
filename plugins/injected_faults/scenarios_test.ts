import { assertEquals, assertThrows } from "@std/assert";
import { secretOf, SECRETS, TestWatch } from "@plumbline/server/testing";
import { type TestServerWithPlugins, withPlugins } from "../testing.ts";
import type { FaultRule } from "./rule.ts";

const LIST = { verb: "list", resource: "secrets" } as const;

const statuses = async (server: TestServerWithPlugins, count: number) => {
  const found: number[] = [];
  for (let n = 0; n < count; n++) found.push((await server.ask("GET", SECRETS)).status);
  return found;
};

Deno.test("a request takes one step of a scenario, and each rule applies in its state", async () => {
  const step = (code: 429 | 503, from: string, to: string): FaultRule => ({
    when: LIST,
    effect: { kind: "refuse", code },
    scenario: { name: "outage", in: from, to },
  });
  await withPlugins(async (server) => {
    server.injected.add(step(503, "started", "busy"));
    server.injected.add(step(429, "busy", "over"));
    assertEquals(await statuses(server, 3), [503, 429, 200]);
    assertEquals(server.injected.scenarios(), { outage: "over" });
    server.injected.setScenario("outage", "busy");
    assertEquals(await statuses(server, 2), [429, 200]);
    server.injected.clear();
    assertEquals(server.injected.scenarios(), {});
  });
});

Deno.test("`from` and `times` count only the requests in the state of a rule", async () => {
  await withPlugins(async (server) => {
    server.injected.add({
      when: LIST,
      effect: { kind: "refuse", code: 503 },
      scenario: { name: "a", in: "down" },
      from: 2,
      times: 1,
    });
    assertEquals(await statuses(server, 3), [200, 200, 200]);
    server.injected.setScenario("a", "down");
    assertEquals(await statuses(server, 3), [200, 503, 200]);
  });
});

Deno.test("a rule that only moves a scenario leaves its request alone", async () => {
  await withPlugins(async (server) => {
    server.injected.add({ effect: { kind: "none" }, scenario: { name: "a", to: "b" } });
    assertEquals(await statuses(server, 1), [200]);
    assertEquals(server.injected.scenarios(), { a: "b" });
    server.injected.assertUsed();
  });
});

Deno.test("the message about an unused rule names its state", async () => {
  await withPlugins((server) => {
    server.injected.add({ effect: { kind: "none" }, scenario: { name: "a", in: "b" } });
    assertEquals(
      server.injected.describeUnused(),
      "Rule 1 (none for all requests, in state b of a) affected no request.\n" +
        "No request was sent since.",
    );
    return Promise.resolve();
  });
});

Deno.test("the control API reads and sets states of scenarios", async () => {
  await withPlugins(async (server) => {
    const path = "/plumbline/v1/scenarios";
    assertEquals((await server.ask("POST", `${path}/a`, { body: { state: "b" } })).status, 200);
    assertEquals((await server.ask("GET", path)).body, { a: "b" });
    assertEquals((await server.ask("POST", `${path}/a`, { body: { state: 1 } })).status, 400);
  }, { control: true });
});

Deno.test("wrong words of a scenario and of garbage are refused with what was meant", async () => {
  await withPlugins((server) => {
    const add = (rule: unknown) => () => server.injected.add(rule as FaultRule);
    const effect = { kind: "none" };
    assertThrows(
      add({ effect, scenario: { name: "a", too: "b" } }),
      RangeError,
      'scenario has no field "too". Did you mean to?',
    );
    assertThrows(add({ effect, scenario: {} }), RangeError, "scenario.name");
    assertThrows(
      add({ effect: { kind: "garbage", afterEvent: 1 } }),
      RangeError,
      "Did you mean afterEvents?",
    );
    return Promise.resolve();
  });
});

Deno.test("garbage follows the body of a response, with the headers of the processed one", async () => {
  await withPlugins(async (server) => {
    server.injected.add({ when: LIST, effect: { kind: "garbage", text: "<!>" }, times: 1 });
    const { headers, status } = await server.ask("GET", `${SECRETS}/none`);
    assertEquals([status, headers.get("content-type")], [404, "application/json"]);
    const response = await fetch(`${server.url}${SECRETS}`, {
      headers: { authorization: "Bearer admin-token" },
    });
    const text = await response.text();
    assertEquals(text.slice(-3), "<!>");
    assertEquals(JSON.parse(text.slice(0, -3)).kind, "SecretList");
  });
});

Deno.test("a watch sends a line of garbage after so many events, and goes on", async () => {
  await withPlugins(async (server) => {
    server.injected.add({
      when: { verb: "watch" },
      effect: { kind: "garbage", text: "<!>", afterEvents: 1 },
      times: 1,
    });
    for (const name of ["a", "b"]) await server.must("POST", SECRETS, { body: secretOf(name) });
    const open = () =>
      fetch(`${server.url}${SECRETS}?watch=1`, {
        headers: { authorization: "Bearer admin-token" },
      });
    const response = await open();
    let text = "";
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    while (text.split("\n").length < 4) text += (await reader.read()).value ?? "";
    await reader.cancel();
    const [first = "", second, third = ""] = text.split("\n");
    assertEquals([JSON.parse(first).object.metadata.name, second], ["a", "<!>"]);
    assertEquals(JSON.parse(third).object.metadata.name, "b");
    const watch = new TestWatch(await open());
    assertEquals(await watch.summaries(2), ["ADDED a", "ADDED b"]);
    await watch.close();
  });
});
