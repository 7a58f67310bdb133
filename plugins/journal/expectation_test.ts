/**
 * Tests of the assertions about requests.
 *
 * @module
 */
import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { secretOf, SECRETS } from "@plumbline/server/testing";
import { controlApi } from "../control/control.ts";
import { injectedFaults } from "../injected_faults/mod.ts";
import { withPlugins } from "../testing.ts";
import { journal } from "./journal.ts";

const STATUS = "/apis/apps/v1/namespaces/default/deployments/web/status";

Deno.test("requests are found by verb, resource, place, user, path, query, status and dry run", async () => {
  await withPlugins(async (server) => {
    await server.ask("POST", `${SECRETS}?dryRun=All`, { body: secretOf("a") });
    await server.ask("GET", `${SECRETS}/a?pretty=1`, { token: "alice-token" });
    await server.ask("GET", STATUS);
    await server.ask("GET", "/api/v1/namespaces/default");
    await server.ask("GET", "/apis");
    const { journal } = server;
    const idsOf = (...args: Parameters<typeof journal.assertRequested>) =>
      journal.assertRequested(...args).map(({ id }) => id);
    assertEquals(idsOf({ verb: "create", resource: "secrets", dryRun: true }), [1]);
    assertEquals(idsOf({ resource: "secrets", namespace: "default" }, 2), [1, 2]);
    assertEquals(idsOf({ name: "a", user: "alice", status: 403 }), [2]);
    assertEquals(idsOf({ query: { pretty: "1" } }), [2]);
    for (const resource of ["deployments/status", "deployments.apps/status"]) {
      assertEquals(idsOf({ resource, name: "web" }), [3], resource);
    }
    assertEquals(idsOf({ resource: "namespaces", namespace: "", name: "default" }), [4]);
    assertEquals(idsOf({ path: "/apis", verb: "get" }), [5]);
    assertEquals(idsOf({ path: /^\/apis/ }), [3, 5]);
    assertEquals(idsOf({}, 5).length, 5);
    for (const expected of [{ resource: "deployments" }, { verb: "watch" }, { status: 500 }]) {
      journal.assertNotRequested(expected);
    }
  });
});

Deno.test("without a matching request, the nearest ones are listed with their differences", async () => {
  await withPlugins(async (server) => {
    const { journal } = server;
    assertThrows(
      () => journal.assertRequested({ verb: "create", resource: "pods" }),
      Error,
      "No request is verb create, resource pods: the journal has no requests",
    );
    await server.ask("GET", "/apis");
    await server.ask("POST", SECRETS, { body: secretOf("a") });
    await server.ask("GET", "/api/v1/namespaces/default/pods");
    const expected = { verb: "create", resource: "pods", query: { fieldManager: "me" } };
    const error = assertThrows(() => journal.assertRequested(expected), Error);
    assertEquals(
      error.message,
      [
        "No request is verb create, resource pods, query fieldManager me. The nearest of 3 " +
        "(- expected, + actual):",
        "  #3 GET /api/v1/namespaces/default/pods → 200 by admin",
        "    - verb: create",
        "    + verb: list",
        "    - query fieldManager: me",
        "    + query fieldManager: none",
        `  #2 POST ${SECRETS} → 201 by admin`,
        "    - resource: pods",
        "    + resource: secrets",
        "    - query fieldManager: me",
        "    + query fieldManager: none",
        "  #1 GET /apis → 200 by admin",
        "    - verb: create",
        "    + verb: get",
        "    - resource: pods",
        "    + resource: none",
        "    - query fieldManager: me",
        "    + query fieldManager: none",
      ].join("\n"),
    );
  });
});

Deno.test("too many, too few and unexpected requests are listed", async () => {
  await withPlugins(async (server) => {
    const { journal } = server;
    for (const name of ["a", "b"]) await server.ask("GET", `${SECRETS}/${name}`);
    const expected = { verb: "get", resource: "secrets" };
    const lines = ["a", "b"].map((name, index) =>
      `\n  #${index + 1} GET ${SECRETS}/${name} → 404 by admin`
    ).join("");
    assertEquals(
      assertThrows(() => journal.assertRequested(expected, 1), Error).message,
      `2 requests are verb get, resource secrets, and 1 were expected${lines}`,
    );
    assertEquals(
      assertThrows(() => journal.assertNotRequested(expected), Error).message,
      `No request was expected to be verb get, resource secrets${lines}`,
    );
  });
});

Deno.test("a request that is yet to come can be awaited, until the signal is aborted", async () => {
  await withPlugins(async (server) => {
    const { journal } = server;
    const created = journal.requested({ verb: "create" }, new AbortController().signal);
    await server.ask("GET", SECRETS);
    await server.ask("POST", SECRETS, { body: secretOf("a") });
    assertEquals((await created).id, 2);
    assertEquals((await journal.requested({ verb: "list" })).id, 1);
    const abort = new AbortController();
    const never = assertRejects(
      () => journal.requested({ verb: "delete" }, abort.signal),
      Error,
      "No request is verb delete. The nearest of 2",
    );
    abort.abort();
    await never;
    await assertRejects(() => journal.requested({ verb: "delete" }, AbortSignal.abort()), Error);
  });
});

Deno.test("a wrong expectation is rejected, and the error names what was meant", () => {
  const requests = journal();
  const wrong: readonly (readonly [expected: unknown, complaint: string])[] = [
    ["list", 'it must be an object: current value is "list"'],
    [{ verb: "lst" }, 'verb is "lst". Did you mean list?'],
    [{ vreb: "list" }, 'it has no field "vreb". Did you mean verb?'],
    [{ resource: "Pods" }, "resource must be a plural name in lower case, as pods"],
    [{ status: "200" }, 'status must be a whole number from 100 to 599: current value is "200"'],
    [{ query: "limit=1" }, "query must be an object with text by parameter"],
    [{ query: { limit: 1 } }, "query.limit must be text: current value is 1"],
    [{ dryRun: "All" }, 'dryRun must be true or false: current value is "All"'],
    [{ path: 1 }, "path must be text or a RegExp: current value is 1"],
  ];
  for (const [expected, complaint] of wrong) {
    const message = `Cannot expect the request: ${complaint}`;
    assertThrows(() => requests.assertRequested(expected as never), RangeError, message);
    assertThrows(() => requests.assertNotRequested(expected as never), RangeError, message);
    assertThrows(() => void requests.requested(expected as never), RangeError, message);
  }
  assertThrows(
    () => requests.assertRequested({ path: /x/ }, "2" as never),
    RangeError,
    'Cannot expect the request: times must be a whole number from 0: current value is "2"',
  );
});

Deno.test("a wrong option of a plugin is rejected, and the error names what was meant", () => {
  const cases: readonly (readonly [create: () => unknown, complaint: string])[] = [
    [
      () => journal({ sise: 1 } as never),
      'Cannot create journal: it has no option "sise". Did you mean size?',
    ],
    [
      () => journal({ size: "1" as never }),
      "Cannot create journal: size must be a whole number from 0",
    ],
    [
      () => injectedFaults({ rule: [] } as never),
      'Cannot create injectedFaults: it has no option "rule". Did you mean rules?',
    ],
    [
      () => controlApi({ journals: journal() } as never),
      'Cannot create controlApi: it has no option "journals". Did you mean journal?',
    ],
    [
      () => controlApi({ journal: injectedFaults() as never }),
      "Cannot create controlApi: journal must be the plugin journal()",
    ],
  ];
  for (const [create, complaint] of cases) assertThrows(create, RangeError, complaint);
});
