import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { CONTROL_PATH } from "./control.ts";
import { assertRefused, secretOf, SECRETS } from "@plumbline/server/testing";
import { type TestServerWithPlugins, withPlugins } from "../testing.ts";

const withControl = (test: (server: TestServerWithPlugins) => Promise<void>) =>
  withPlugins(test, { control: true });

const tell = (server: TestServerWithPlugins, method: string, call: string, body?: unknown) =>
  server.must(method, CONTROL_PATH + call, body === undefined ? {} : { body });

const names = async (server: TestServerWithPlugins): Promise<string[]> =>
  (await server.must("GET", SECRETS)).items.map((item: { metadata: { name: string } }) =>
    item.metadata.name
  );

Deno.test("the control API is absent unless its plugin is installed", async () => {
  await withPlugins(async (server) => {
    assertRefused(await server.ask("GET", CONTROL_PATH), "NotFound");
  });
});

Deno.test("only administrators may use the control API", async () => {
  await withControl(async (server) => {
    const path = `${CONTROL_PATH}/rules`;
    assertRefused(await server.ask("GET", path, { token: null }), "Unauthorized");
    assertRefused(await server.ask("GET", path, { token: "bob-token" }), "Forbidden");
    assertEquals((await server.ask("GET", path)).status, 200);
  });
});

Deno.test("the control API lists its calls", async () => {
  await withControl(async (server) => {
    const { calls } = await tell(server, "GET", "");
    assert(calls.includes("POST /rules") && calls.includes("POST /reset"));
    assertRefused(await server.ask("GET", `${CONTROL_PATH}/none`), "NotFound");
    assertRefused(await server.ask("PUT", `${CONTROL_PATH}/rules`), "NotFound");
    assertRefused(await server.ask("DELETE", `${CONTROL_PATH}/rules/`), "NotFound");
    assertEquals((await server.ask("GET", "/plumbline/v10")).status, 404);
  });
});

Deno.test("rules can be added, listed and removed", async () => {
  await withControl(async (server) => {
    const rule = { when: { resource: "secrets" }, effect: { kind: "refuse", code: 503 } };
    const { id } = await tell(server, "POST", "/rules", rule);
    assertEquals((await server.ask("GET", SECRETS)).status, 503);
    assertEquals((await tell(server, "GET", "/rules")).rules, [{ id, hits: 1, rule }]);
    await tell(server, "DELETE", `/rules/${id}`);
    assertEquals((await server.ask("GET", SECRETS)).status, 200);
    await tell(server, "POST", "/rules", rule);
    await tell(server, "DELETE", "/rules");
    assertEquals((await tell(server, "GET", "/rules")).rules, []);
    assertRefused(await server.ask("DELETE", `${CONTROL_PATH}/rules/${id}`), "BadRequest");
  });
});

Deno.test("rules that affected no request are listed", async () => {
  await withControl(async (server) => {
    assertEquals(await tell(server, "GET", "/rules/unused"), { message: "" });
    const when = { resource: "secrets", namespace: "" };
    await tell(server, "POST", "/rules", { when, effect: { kind: "expire" }, from: 2 });
    const rule =
      "Rule 1 (expire for requests with resource secrets, namespace none, from number 2) affected no request.";
    assertEquals(
      (await tell(server, "GET", "/rules/unused")).message,
      [
        rule,
        "No request was sent since.",
      ].join("\n"),
    );
    await server.ask("GET", `${SECRETS}/a`);
    await server.ask("GET", "/version");
    assertEquals(
      (await tell(server, "GET", "/rules/unused")).message,
      [
        rule,
        "The last requests: get secrets a in default by admin; get /version by admin.",
      ].join("\n"),
    );
    await tell(server, "DELETE", "/rules");
    assertEquals(await tell(server, "GET", "/rules/unused"), { message: "" });
  });
});

Deno.test("rules do not affect the control API itself", async () => {
  await withControl(async (server) => {
    await tell(server, "POST", "/rules", { effect: { kind: "refuse", code: 500 } });
    assertEquals((await tell(server, "GET", "/rules")).rules[0].hits, 0);
  });
});

Deno.test("an invalid rule is rejected, and the error states what it must be", async () => {
  await withControl(async (server) => {
    const answer = await server.ask("POST", `${CONTROL_PATH}/rules`, { body: { effect: {} } });
    assertRefused(answer, "BadRequest");
    assertStringIncludes(answer.body.message, "effect.kind must be one of delay, refuse");
    for (const body of ["no JSON", "[]"]) {
      assertRefused(await server.ask("POST", `${CONTROL_PATH}/rules`, { body }), "BadRequest");
    }
  });
});

Deno.test("open watches are ended on request", async () => {
  await withControl(async (server) => {
    const watch = await server.watch(`${SECRETS}?watch=1`);
    const body = { how: "expire", when: { resource: "secrets" } };
    assertEquals(await tell(server, "POST", "/watches/end", body), { ended: 1 });
    assertEquals(await watch.summaries(2), ["ERROR 410", "end"]);
    const path = `${CONTROL_PATH}/watches/end`;
    assertRefused(await server.ask("POST", path, { body: { how: "now" } }), "BadRequest");
    const unknown = { how: "drop", when: { kind: "Secret" } };
    assertRefused(await server.ask("POST", path, { body: unknown }), "BadRequest");
  });
});

Deno.test("moving the clock forward expires continue tokens", async () => {
  await withControl(async (server) => {
    for (const name of ["a", "b"]) await server.must("POST", SECRETS, { body: secretOf(name) });
    const { metadata } = await server.must("GET", `${SECRETS}?limit=1`);
    await tell(server, "POST", "/clock", { advance: 301_000 });
    const next = `${SECRETS}?limit=1&continue=${metadata.continue}`;
    assertRefused(await server.ask("GET", next), "Expired");
    const backwards = { body: { advance: -1 } };
    assertRefused(await server.ask("POST", `${CONTROL_PATH}/clock`, backwards), "BadRequest");
  });
});

Deno.test("the journal can be read and cleared, and does not list control requests", async () => {
  await withControl(async (server) => {
    await server.must("GET", SECRETS);
    const { entries } = await tell(server, "GET", "/journal");
    const seen = entries.map(({ verb, path }: { verb: string; path: string }) => [verb, path]);
    assertEquals(seen, [["list", SECRETS]]);
    await tell(server, "DELETE", "/journal");
    assertEquals((await tell(server, "GET", "/journal")).entries, []);
  });
});

Deno.test("health checks fail and recover", async () => {
  await withControl(async (server) => {
    const check = "/health/poststarthook/initial-objects";
    assert((await tell(server, "GET", "/health")).names.includes("poststarthook/initial-objects"));
    await tell(server, "POST", check, { why: "a test says so" });
    const failed = await server.ask("GET", "/readyz");
    assertEquals(failed.status, 500);
    assertStringIncludes(failed.text, "a test says so");
    await tell(server, "DELETE", check);
    assertEquals((await server.ask("GET", "/readyz")).status, 200);
    assertRefused(await server.ask("POST", `${CONTROL_PATH}/health/none`), "BadRequest");
  });
});

Deno.test("a reset restores the initial objects", async () => {
  await withControl(async (server) => {
    const before = await server.must("GET", "/api/v1/namespaces");
    const namespace = { apiVersion: "v1", kind: "Namespace", metadata: { name: "more" } };
    await server.must("POST", "/api/v1/namespaces", { body: namespace });
    const finalizers = ["example.com/held"];
    await server.must("POST", SECRETS, { body: secretOf("a", { metadata: { finalizers } }) });
    await tell(server, "POST", "/reset");
    assertEquals(await names(server), []);
    assertEquals((await server.must("GET", "/api/v1/namespaces")).items, before.items);
  });
});

Deno.test("a snapshot undoes later changes, deletions and creations, and restores uids", async () => {
  await withControl(async (server) => {
    const kept = await server.must("POST", SECRETS, { body: secretOf("kept") });
    const changed = await server.must("POST", SECRETS, { body: secretOf("changed") });
    const gone = await server.must("POST", SECRETS, { body: secretOf("gone") });
    const { id } = await tell(server, "POST", "/snapshots");
    const watch = await server.watch(
      `${SECRETS}?watch=1&resourceVersion=${gone.metadata.resourceVersion}`,
    );
    await server.must("PUT", `${SECRETS}/changed`, {
      body: { ...changed, data: { key: "dmFsdWU=" } },
    });
    await server.must("DELETE", `${SECRETS}/gone`);
    await server.must("POST", SECRETS, { body: secretOf("gone") });
    await server.must("POST", SECRETS, { body: secretOf("new") });
    await watch.summaries(4);
    await tell(server, "POST", `/snapshots/${id}`);
    assertEquals((await watch.summaries(4)).toSorted(), [
      "ADDED gone",
      "DELETED gone",
      "DELETED new",
      "MODIFIED changed",
    ]);
    const uid = async (name: string) =>
      (await server.must("GET", `${SECRETS}/${name}`)).metadata.uid;
    assertEquals(await names(server), ["changed", "gone", "kept"]);
    assertEquals(await uid("gone"), gone.metadata.uid);
    assertEquals(await server.must("GET", `${SECRETS}/kept`), kept);
    assertEquals((await server.must("GET", `${SECRETS}/changed`)).data, undefined);
    assertRefused(await server.ask("POST", `${CONTROL_PATH}/snapshots/7`), "BadRequest");
  });
});

Deno.test("restored dependents still belong to their restored owners", async () => {
  await withControl(async (server) => {
    const owner = await server.must("POST", SECRETS, { body: secretOf("owner") });
    const { uid } = owner.metadata;
    const ownerReferences = [{ apiVersion: "v1", kind: "Secret", name: "owner", uid }];
    const dependent = secretOf("dependent", { metadata: { ownerReferences } });
    await server.must("POST", SECRETS, { body: dependent });
    const { id } = await tell(server, "POST", "/snapshots");
    await server.must("DELETE", `${SECRETS}/owner`);
    assertEquals(await names(server), []);
    await tell(server, "POST", `/snapshots/${id}`);
    assertEquals(await names(server), ["dependent", "owner"]);
    await server.must("DELETE", `${SECRETS}/owner`);
    assertEquals(await names(server), []);
  });
});
