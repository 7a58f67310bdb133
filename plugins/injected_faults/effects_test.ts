import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import {
  assertRefused,
  CountingClock,
  fixedSources,
  secretOf,
  SECRETS,
} from "@plumbline/server/testing";
import { type TestServerWithPlugins, withPlugins } from "../testing.ts";
import type { FaultEffect } from "./rule.ts";

const put = (server: TestServerWithPlugins, name: string, value: string) =>
  server.must("PATCH", `${SECRETS}/${name}`, {
    type: "application/merge-patch+json",
    body: { data: { value: btoa(value) } },
  });

const valueOf = (object: { data?: { value?: string } }) => atob(object.data?.value ?? "");

/** A clock that reports the first wait of an hour or more. */
function waitingClock(): { clock: CountingClock; waiting: Promise<number> } {
  const clock = new CountingClock();
  const { promise: waiting, resolve } = Promise.withResolvers<number>();
  const after = clock.after.bind(clock);
  clock.after = (milliseconds, callback) => {
    if (milliseconds >= 3_600_000) resolve(milliseconds);
    return after(milliseconds, callback);
  };
  return { clock, waiting };
}

Deno.test("a delayed request waits for the time in the rule and then gets its response", async () => {
  const { clock, waiting } = waitingClock();
  await withPlugins(async (server) => {
    const time = { from: 3_600_000, to: 7_200_000 };
    server.injected.add({ effect: { kind: "delay", time } });
    const answer = server.ask("GET", SECRETS);
    assert(await waiting < time.to);
    clock.advance(time.to);
    assertEquals((await answer).status, 200);
  }, { sources: fixedSources(clock) });
});

Deno.test("closing the server ends all delays", async () => {
  const { clock, waiting } = waitingClock();
  let answer: Promise<unknown> = Promise.resolve();
  await withPlugins(async (server) => {
    server.injected.add({ effect: { kind: "delay", time: 3_600_000 } });
    answer = server.ask("GET", SECRETS).catch(() => "broken off");
    await waiting;
  }, { sources: fixedSources(clock) });
  await answer;
  assertEquals(clock.pending, 0);
});

Deno.test("a rejected request gets a Status and `Retry-After`", async () => {
  await withPlugins(async (server) => {
    const refuse = async (code: 429 | 500 | 503, retryAfterSeconds: number) => {
      const effect = { kind: "refuse", code, retryAfterSeconds } as const;
      server.injected.add({ effect, times: 1 });
      return await server.ask("GET", SECRETS);
    };
    const busy = await refuse(429, 7);
    assertRefused(busy, "TooManyRequests");
    assertEquals(busy.headers.get("retry-after"), "7");
    assertEquals(busy.body.details.retryAfterSeconds, 7);
    assertRefused(await refuse(503, 3), "ServiceUnavailable");
    assertRefused(await refuse(500, 1), "InternalError");
    assertEquals((await server.ask("GET", SECRETS)).status, 200);
  });
});

Deno.test("the journal lists requests that a rule rejected", async () => {
  await withPlugins(async (server) => {
    server.injected.add({ effect: { kind: "refuse", code: 429 } });
    await server.ask("GET", SECRETS);
    assertEquals(server.journal.entries().map(({ status, user }) => [status, user]), [[
      429,
      "admin",
    ]]);
  });
});

Deno.test("a rule affects the selected requests only", async () => {
  await withPlugins(async (server) => {
    await server.must("POST", SECRETS, { body: secretOf("a") });
    const handle = server.injected.add({
      when: { verb: "get", resource: "secrets", namespace: "default", name: "a", user: "admin" },
      effect: { kind: "refuse", code: 503 },
    });
    assertEquals((await server.ask("GET", `${SECRETS}/a`)).status, 503);
    assertEquals((await server.ask("GET", `${SECRETS}/b`)).status, 404);
    assertEquals((await server.ask("GET", SECRETS)).status, 200);
    assertEquals((await server.ask("DELETE", `${SECRETS}/a?dryRun=All`)).status, 200);
    assertEquals((await server.ask("GET", `${SECRETS}/a`, { token: "bob-token" })).status, 403);
    assertEquals(handle.hits, 1);
  });
});

Deno.test("a rule affects requests from the n-th on, as often as `times` states", async () => {
  await withPlugins(async (server) => {
    server.injected.add({ effect: { kind: "refuse", code: 500 }, from: 2, times: 2 });
    const statuses: number[] = [];
    for (let count = 0; count < 5; count++) {
      statuses.push((await server.ask("GET", SECRETS)).status);
    }
    assertEquals(statuses, [200, 500, 500, 200, 200]);
  });
});

Deno.test("a rule with a probability affects the same requests for the same seed", async () => {
  const statuses = async (seed: number) => {
    const seen: number[] = [];
    await withPlugins(async (server) => {
      server.injected.add({ effect: { kind: "refuse", code: 503 }, probability: 0.5, seed });
      for (let at = 0; at < 40; at++) seen.push((await server.ask("GET", SECRETS)).status);
    });
    return seen;
  };
  const seen = await statuses(1);
  const hits = seen.filter((status) => status === 503).length;
  assert(hits > 8 && hits < 32, `${hits} of 40`);
  assertEquals(await statuses(1), seen);
  assert((await statuses(2)).join() !== seen.join());
});

Deno.test("a removed rule affects no further request", async () => {
  await withPlugins(async (server) => {
    const rule = server.injected.add({ effect: { kind: "refuse", code: 503 } });
    assertEquals(server.injected.list(), [rule]);
    rule.remove();
    rule.remove();
    assertEquals((await server.ask("GET", SECRETS)).status, 200);
    server.injected.add({ effect: { kind: "refuse", code: 503 } });
    server.injected.clear();
    assertEquals((await server.ask("GET", SECRETS)).status, 200);
  });
});

Deno.test("initial rules affect the first request of a server", async () => {
  const rules = [{ effect: { kind: "refuse", code: 429 }, times: 1 }] as const;
  await withPlugins(async (server) => {
    assertEquals((await server.ask("GET", "/apis")).status, 429);
    assertEquals((await server.ask("GET", "/apis")).status, 200);
  }, { rules });
});

Deno.test("the connection breaks after the response headers, and the request was processed", async () => {
  await withPlugins(async (server) => {
    const rule = server.injected.add({ effect: { kind: "reset" }, times: 1 });
    await assertRejects(() => server.ask("POST", SECRETS, { body: secretOf("a") }), TypeError);
    assertEquals(rule.hits, 1);
    assertEquals((await server.ask("GET", `${SECRETS}/a`)).status, 200);
  });
});

Deno.test("the connection breaks after the given number of bytes", async () => {
  await withPlugins(async (server) => {
    server.injected.add({ effect: { kind: "truncate", bytes: 10 }, times: 1 });
    const response = await fetch(`${server.url}${SECRETS}`, {
      headers: { authorization: "Bearer admin-token" },
    });
    const reader = response.body!.getReader();
    const first = await reader.read();
    assertEquals(new TextDecoder().decode(first.value), '{"kind":"S');
    await assertRejects(() => reader.read(), TypeError);
  });
});

Deno.test("a watch and the continuation of a list can get 410 Expired", async () => {
  await withPlugins(async (server) => {
    for (const name of ["a", "b"]) await server.must("POST", SECRETS, { body: secretOf(name) });
    const { metadata } = await server.must("GET", `${SECRETS}?limit=1`);
    const rule = server.injected.add({ effect: { kind: "expire" } });
    const next = `${SECRETS}?limit=1&continue=${metadata.continue}`;
    const watch = `${SECRETS}?watch=1&resourceVersion=${metadata.resourceVersion}`;
    assertRefused(await server.ask("GET", next), "Expired");
    assertRefused(await server.ask("GET", watch), "Expired");
    assertEquals((await server.ask("GET", SECRETS)).status, 200);
    rule.remove();
    assertEquals((await server.must("GET", next)).items.length, 1);
  });
});

Deno.test("a watch expires after the given number of events, with more events pending", async () => {
  await withPlugins(async (server) => {
    for (const name of ["a", "b", "c"]) {
      await server.must("POST", SECRETS, { body: secretOf(name) });
    }
    server.injected.add({ effect: { kind: "expire", afterEvents: 2 }, times: 1 });
    const watch = await server.watch(`${SECRETS}?watch=1`);
    assertEquals(await watch.summaries(4), ["ADDED a", "ADDED b", "ERROR 410", "end"]);
    const again = await server.watch(`${SECRETS}?watch=1`);
    assertEquals(await again.summaries(3), ["ADDED a", "ADDED b", "ADDED c"]);
  });
});

Deno.test("a watch ends after the given number of events, as after its timeout", async () => {
  await withPlugins(async (server) => {
    for (const name of ["a", "b", "c"]) {
      await server.must("POST", SECRETS, { body: secretOf(name) });
    }
    server.injected.add({ effect: { kind: "drop", afterEvents: 2 } });
    const watch = await server.watch(`${SECRETS}?watch=1`);
    assertEquals(await watch.summaries(3), ["ADDED a", "ADDED b", "end"]);
  });
});

Deno.test("the selected open watches can be ended", async () => {
  await withPlugins(async (server) => {
    await server.must("POST", SECRETS, { body: secretOf("a") });
    const expired = await server.watch(`${SECRETS}?watch=1`);
    const other = await server.watch(
      "/api/v1/namespaces?watch=1&fieldSelector=metadata.name%3Ddefault",
    );
    assertEquals(await expired.summaries(1), ["ADDED a"]);
    assertEquals(await other.summaries(1), ["ADDED default"]);
    assertEquals(server.injected.endWatches("expire", { resource: "secrets" }), 1);
    assertEquals(await expired.summaries(2), ["ERROR 410", "end"]);
    assertEquals(server.injected.endWatches("drop"), 1);
    assertEquals(await other.summaries(1), ["end"]);
    assertEquals(server.injected.endWatches("drop"), 0);
  });
});

Deno.test("the events of a slow watch are delayed", async () => {
  const clock = new CountingClock();
  const waits: number[] = [];
  const after = clock.after.bind(clock);
  clock.after = (milliseconds, callback) => {
    if (milliseconds !== 777) return after(milliseconds, callback);
    waits.push(milliseconds);
    queueMicrotask(callback);
    return () => {};
  };
  await withPlugins(async (server) => {
    await server.must("POST", SECRETS, { body: secretOf("a") });
    server.injected.add({ effect: { kind: "slow", time: 777 } });
    const watch = await server.watch(`${SECRETS}?watch=1`);
    assertEquals(await watch.summaries(1), ["ADDED a"]);
    await put(server, "a", "1");
    assertEquals(await watch.summaries(1), ["MODIFIED a"]);
    assertEquals(waits, [777, 777]);
  }, { sources: fixedSources(clock) });
});

Deno.test("the n-th write gets 409 Conflict and changes nothing", async () => {
  await withPlugins(async (server) => {
    await server.must("POST", SECRETS, { body: secretOf("a") });
    server.injected.add({ effect: { kind: "conflict" }, from: 2, times: 1 });
    await put(server, "a", "1");
    await server.must("GET", `${SECRETS}/a`);
    const body = { ...await server.must("GET", `${SECRETS}/a`), data: { value: btoa("2") } };
    assertRefused(await server.ask("PUT", `${SECRETS}/a`, { body }), "Conflict");
    assertEquals(valueOf(await server.must("GET", `${SECRETS}/a`)), "1");
    await server.must("PUT", `${SECRETS}/a`, { body });
    assertEquals(valueOf(await server.must("GET", `${SECRETS}/a`)), "2");
  });
});

Deno.test("a stale read returns the state of some writes ago", async () => {
  await withPlugins(async (server) => {
    await server.must("POST", SECRETS, { body: secretOf("a") });
    await put(server, "a", "1");
    const { metadata } = await put(server, "a", "2");
    await put(server, "a", "3");
    server.injected.add({ effect: { kind: "stale", writes: 1 }, times: 2 });
    const stale = await server.must("GET", `${SECRETS}/a`);
    assertEquals([valueOf(stale), stale.metadata.resourceVersion], ["2", metadata.resourceVersion]);
    const list = await server.must("GET", SECRETS);
    assertEquals(list.metadata.resourceVersion, metadata.resourceVersion);
    assertEquals(list.items.map(valueOf), ["2"]);
    assertEquals(valueOf(await server.must("GET", `${SECRETS}/a`)), "3");
  });
});

Deno.test("a stale read does not return an object created since", async () => {
  await withPlugins(async (server) => {
    await server.must("POST", SECRETS, { body: secretOf("a") });
    server.injected.add({ effect: { kind: "stale", writes: 1 } });
    assertRefused(await server.ask("GET", `${SECRETS}/a`), "NotFound");
  });
});

Deno.test("several rules affect one request: it is delayed and then rejected", async () => {
  await withPlugins(async (server) => {
    server.injected.add({ effect: { kind: "delay", time: 1 } });
    server.injected.add({ effect: { kind: "refuse", code: 503 } });
    assertEquals((await server.ask("GET", SECRETS)).status, 503);
  });
});

Deno.test("a wrong rule is rejected, and the error names what was meant", async () => {
  const reset = { kind: "reset" };
  const wrong: readonly (readonly [rule: unknown, complaint: string])[] = [
    ["conflict", 'it must be an object: current value is "conflict"'],
    [{}, "effect must be an object: current value is undefined"],
    [{ efect: reset }, 'it has no field "efect". Did you mean effect?'],
    [{ effect: reset, tims: 1 }, 'it has no field "tims". Did you mean times?'],
    [{ effect: reset, times: "1" }, 'times must be a whole number from 0: current value is "1"'],
    [{ effect: reset, times: -1 }, "times must be a whole number from 0: current value is -1"],
    [{ effect: reset, from: 0 }, "from must be a whole number from 1: current value is 0"],
    [
      { effect: reset, probability: 2 },
      "probability must be a number from 0 to 1: current value is 2",
    ],
    [{ effect: reset, seed: 0.5 }, "seed must be a whole number: current value is 0.5"],
    [{ effect: { kind: "conflct" } }, 'effect.kind is "conflct". Did you mean conflict?'],
    [{ effect: { kind: "toString" } }, 'effect.kind is "toString". Choose from delay, refuse, '],
    [{ effect: { kind: 410 } }, "effect.kind must be one of delay, refuse, "],
    [{ effect: { kind: "reset", time: 1 } }, 'effect has no field "time". Choose from kind'],
    [{ effect: { kind: "refuse", code: 404 } }, "effect.code must be 429, 500 or 503"],
    [
      { effect: { kind: "delay", time: { from: 1 } } },
      "effect.time must be milliseconds, { from, to }",
    ],
    [
      { effect: { kind: "respond", status: 99 } },
      "effect.status must be a whole number from 200 to 599",
    ],
    [
      { effect: { kind: "respond", status: 200, headers: { a: 1 } } },
      "effect.headers.a must be text",
    ],
    [
      { effect: { kind: "respond", status: 200, headers: { "a b": "c" } } },
      "effect.headers.a b is no header that HTTP can send",
    ],
    [{ effect: { kind: "drop" } }, "effect.afterEvents must be a whole number from 0"],
    [{ effect: reset, when: "list" }, 'when must be an object: current value is "list"'],
    [{ effect: reset, when: { verb: "lst" } }, 'when.verb is "lst". Did you mean list?'],
    [{ effect: reset, when: { verb: "GET" } }, 'when.verb is "GET". Did you mean get?'],
    [{ effect: reset, when: { verb: 1 } }, "when.verb must be one of get, list, "],
    [{ effect: reset, when: { vreb: "get" } }, 'when has no field "vreb". Did you mean verb?'],
    [
      { effect: reset, when: { resource: "Pod" } },
      "when.resource must be a plural name in lower case",
    ],
  ];
  await withPlugins((server) => {
    for (const [rule, complaint] of wrong) {
      const add = () => server.injected.add(rule as never);
      assertThrows(add, RangeError, `Cannot use the rule: ${complaint}`);
    }
    assertEquals(server.injected.list(), []);
    const end = () => server.injected.endWatches("expired" as never);
    assertThrows(end, RangeError, 'Cannot end watches: how is "expired". Did you mean expire?');
    return Promise.resolve();
  });
});

Deno.test("a rule names a resource with its group, and a subresource alone", async () => {
  await withPlugins(async (server) => {
    const effect = { kind: "refuse", code: 503 } as const;
    const statuses = async (resource: string) => {
      server.injected.clear();
      server.injected.add({ when: { resource }, effect });
      const paths = [
        SECRETS,
        "/apis/apps/v1/namespaces/default/deployments/a",
        "/apis/apps/v1/namespaces/default/deployments/a/status",
      ];
      const refused: boolean[] = [];
      for (const path of paths) refused.push((await server.ask("GET", path)).status === 503);
      return refused;
    };
    assertEquals(await statuses("secrets"), [true, false, false]);
    assertEquals(await statuses("deployments"), [false, true, true]);
    assertEquals(await statuses("deployments.apps"), [false, true, true]);
    assertEquals(await statuses("deployments.batch"), [false, false, false]);
    assertEquals(await statuses("deployments/status"), [false, false, true]);
    assertEquals(await statuses("deployments.apps/status"), [false, false, true]);
  });
});

Deno.test("assertUsed passes once each active rule affected a request", async () => {
  await withPlugins(async (server) => {
    server.injected.assertUsed();
    const refuse = { kind: "refuse", code: 503 } as const;
    server.injected.add({ when: { verb: "get", name: "a" }, effect: refuse });
    const other = server.injected.add({ when: { verb: "watch" }, effect: refuse });
    const complaint = assertThrows(() => server.injected.assertUsed(), Error);
    assertEquals(complaint.name, "AssertionError");
    await server.ask("GET", `${SECRETS}/a`);
    const { message } = assertThrows(() => server.injected.assertUsed(), Error);
    assertEquals(message.includes("Rule 1"), false);
    assertEquals(message.includes("Rule 2 (refuse for requests with verb watch)"), true);
    other.remove();
    server.injected.assertUsed();
  });
});

Deno.test("a rule states a response: status, headers and body, malformed ones too", async () => {
  await withPlugins(async (server) => {
    const cases: readonly (readonly [effect: Partial<FaultEffect>, expected: unknown[]])[] = [
      [{ status: 418, headers: { "x-a": "b" }, body: "short" }, [418, "text/plain", "b", "short"]],
      [
        { status: 200, headers: { "content-type": "application/json" }, body: '{"items":[' },
        [200, "application/json", null, '{"items":['],
      ],
      [{ status: 200, body: { items: [] } }, [200, "application/json", null, '{"items":[]}']],
      [{ status: 204, body: "none" }, [204, "text/plain", null, ""]],
      [{ status: 302, headers: { location: "/" } }, [302, "text/plain", null, ""]],
    ];
    for (const [effect, expected] of cases) {
      server.injected.clear();
      server.injected.add({ effect: { kind: "respond", ...effect } as FaultEffect });
      const { status, headers, text } = await server.ask("GET", SECRETS);
      assertEquals([status, headers.get("content-type"), headers.get("x-a"), text], expected);
      assertEquals(server.journal.entries().at(-1)?.status, status);
    }
    server.injected.clear();
    server.injected.add({ when: { verb: "create" }, effect: { kind: "respond", status: 507 } });
    const refused = await server.ask("POST", SECRETS, { body: secretOf("a") });
    assertEquals([refused.status, JSON.parse(refused.text).kind], [507, "Status"]);
    server.injected.clear();
    // Nothing was written.
    assertEquals((await server.ask("GET", `${SECRETS}/a`)).status, 404);
  });
});

Deno.test("the second request of two gets the response, a part of it, after a delay", async () => {
  const { clock, waiting } = waitingClock();
  await withPlugins(async (server) => {
    server.injected.add({ effect: { kind: "delay", time: 3_600_000 }, from: 2, times: 1 });
    server.injected.add({
      effect: { kind: "respond", status: 500, body: "x".repeat(100) },
      ...{ from: 2, times: 1 },
    });
    assertEquals((await server.ask("GET", SECRETS)).status, 200);
    const second = server.ask("GET", SECRETS);
    await waiting;
    clock.advance(3_600_000);
    assertEquals((await second).status, 500);
    assertEquals((await server.ask("GET", SECRETS)).status, 200);
  }, { sources: fixedSources(clock) });
});
