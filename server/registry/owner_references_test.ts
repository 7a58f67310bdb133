/**
 * The validation of `metadata.ownerReferences`.
 *
 * @module
 */
import { assertEquals, assertMatch } from "@std/assert";
import type { Json } from "../object.ts";
import { assertRefused, secretOf, SECRETS, withServer } from "../testing.ts";

const OWNER = { apiVersion: "v1", kind: "Secret", name: "owner", uid: "1-2-3" };

const owned = (name: string, ...ownerReferences: Json[]) =>
  secretOf(name, { metadata: { ownerReferences } });

Deno.test("an incomplete reference is rejected with its field", async () => {
  const cases: [reference: Json, field: RegExp][] = [
    [{ ...OWNER, apiVersion: "" }, /apiVersion/],
    [{ ...OWNER, apiVersion: "a/b/c" }, /apiVersion/],
    [{ ...OWNER, kind: "" }, /kind/],
    [{ apiVersion: "v1", kind: "Secret", uid: "1" }, /name/],
    [{ ...OWNER, uid: "" }, /uid/],
    [{ ...OWNER, kind: "Event" }, /ownerReferences/],
    [{}, /apiVersion/],
  ];
  await withServer(async (server) => {
    for (const [reference, field] of cases) {
      const answer = await server.ask("POST", SECRETS, { body: owned("a", reference) });
      assertRefused(answer, "Invalid");
      assertMatch(answer.body.details.causes[0].field, field);
    }
    assertEquals((await server.must("GET", SECRETS)).items, []);
  });
});

Deno.test("at most one owner is the controller", async () => {
  await withServer(async (server) => {
    const controller = { ...OWNER, controller: true };
    const two = owned("a", controller, { ...controller, uid: "4-5-6" });
    const answer = await server.ask("POST", SECRETS, { body: two });
    assertRefused(answer, "Invalid");
    assertEquals(answer.body.details.causes[0].field, "metadata.ownerReferences");
    const one = owned("a", controller, { ...OWNER, uid: "4-5-6", controller: false });
    await server.must("POST", SECRETS, { body: one });
    assertRefused(await server.ask("PUT", `${SECRETS}/a`, { body: two }), "Invalid");
  });
});

Deno.test("a duplicate reference is removed with a warning, a different one is kept", async () => {
  await withServer(async (server) => {
    const other = { ...OWNER, blockOwnerDeletion: true };
    const body = owned("a", OWNER, OWNER, other);
    const { body: made, headers } = await server.ask("POST", SECRETS, { body });
    assertEquals(made.metadata.ownerReferences, [OWNER, other]);
    assertMatch(headers.get("warning") ?? "", /^299 - ".*ownerReferences.*1-2-3"$/);

    const put = await server.ask("PUT", `${SECRETS}/a`, { body: owned("a", OWNER, OWNER) });
    assertEquals(put.body.metadata.ownerReferences, [OWNER]);
    assertMatch(put.headers.get("warning") ?? "", /ownerReferences/);

    const patch = { metadata: { ownerReferences: [OWNER, other, other] } };
    const type = "application/merge-patch+json";
    const patched = await server.ask("PATCH", `${SECRETS}/a`, { body: patch, type });
    assertEquals(patched.body.metadata.ownerReferences, [OWNER, other]);
    assertMatch(patched.headers.get("warning") ?? "", /ownerReferences/);
  });
});
