import { assertEquals } from "@std/assert";
import type { Feature } from "../features.ts";
import { PROBES } from "./feature_probes.ts";
import { Scopes } from "./scopes.ts";
import { type Misbehaviour, startTestTarget } from "./test_target.ts";

/** What discovery says of SelfSubjectReviews. */
const IDENTITY = {
  apiVersion: "authentication.svc.io/v1alpha1",
  name: "selfsubjectreviews",
  kind: "SelfSubjectReview",
  namespaced: false,
  verbs: ["create"],
};

async function probe(feature: Feature, misbehave?: Misbehaviour): Promise<[string, string]> {
  await using served = startTestTarget(misbehave);
  const target = { ...served.target, served: [IDENTITY] };
  const scopes = new Scopes(target, "run");
  const scope = await scopes.open();
  const { found, seen } = await PROBES[feature](scope, scopes);
  await scopes.close(scope);
  assertEquals(await scopes.end(), [], "the probe leaves nothing behind");
  return [found, seen];
}

Deno.test("a dry run that creates the object is ignored", async () => {
  assertEquals(await probe("dry-run"), [
    "ignored",
    "201 for a POST with dryRun=All, which created the object",
  ]);
});

Deno.test("an apply without a field manager is ignored, one of an unknown type is absent", async () => {
  const [found, seen] = await probe("server-side-apply");
  assertEquals(found, "ignored");
  assertEquals(seen, "200 for a PATCH with application/apply-patch+yaml, without a field manager");
  const idle: Misbehaviour = ({ method }) => method === "PATCH" ? Response.json({}) : undefined;
  assertEquals(await probe("server-side-apply", idle), [
    "ignored",
    "200 for a PATCH with application/apply-patch+yaml, without effect",
  ]);
  const refuse: Misbehaviour = ({ method }) =>
    method === "PATCH" ? Response.json({}, { status: 415 }) : undefined;
  assertEquals((await probe("server-side-apply", refuse))[0], "absent");
  assertEquals((await probe("strategic-merge-patch", refuse))[0], "absent");
});

Deno.test("a review without a decision is ignored, a missing one is absent", async () => {
  assertEquals(await probe("reviews"), [
    "ignored",
    "201 for a SelfSubjectAccessReview, without a decision; " +
    "201 for a SubjectAccessReview, without a decision",
  ]);
  const missing: Misbehaviour = (_, path) =>
    path.includes("accessreview") ? Response.json({}, { status: 404 }) : undefined;
  assertEquals((await probe("reviews", missing))[0], "absent");
});

Deno.test("a user whose name alone is impersonated shows impersonation", async () => {
  const allowing = (name: string): Misbehaviour => async (request, path) => {
    if (!path.includes("/self") && !path.includes("/subject")) return undefined;
    const { kind } = await request.clone().json();
    const user = request.headers.get("impersonate-user");
    // All are permitted what the caller is.
    const status = kind === "SelfSubjectReview"
      ? { userInfo: { username: name === "" ? user : name } }
      : { allowed: kind === "SelfSubjectAccessReview" };
    return Response.json({ kind, status }, { status: 201 });
  };
  assertEquals((await probe("impersonation", allowing("")))[0], "present");
  assertEquals((await probe("impersonation", allowing("admin")))[0], "absent");
});

Deno.test("reviews that deny everybody do not show impersonation", async () => {
  const deny: Misbehaviour = (_, path) =>
    path.includes("accessreview")
      ? Response.json({ status: { allowed: false } }, { status: 201 })
      : undefined;
  assertEquals((await probe("impersonation", deny))[0], "absent");
  const denyStrangers: Misbehaviour = (request, path) =>
    path.includes("accessreview")
      ? Response.json({ status: { allowed: !request.headers.has("impersonate-user") } })
      : undefined;
  assertEquals((await probe("impersonation", denyStrangers))[0], "present");
});

Deno.test("health that is answered as any other path is absent", async () => {
  const any: Misbehaviour = (_, path) =>
    path.startsWith("/api") ? undefined : new Response(`hello from ${path}`);
  assertEquals(await probe("health", any), [
    "absent",
    "200 for /readyz, as for any other path; 200 for /livez, as for any other path",
  ]);
  const ready: Misbehaviour = (_, path) => path === "/livez" ? new Response("ok") : undefined;
  assertEquals(await probe("health", ready), ["present", "200 for /livez"]);
});

Deno.test("a warning that every create has does not show field validation", async () => {
  const warn = (when: (body: string) => boolean): Misbehaviour => async (request) => {
    if (request.method !== "POST") return undefined;
    const body = await request.clone().text();
    const headers: Record<string, string> = when(body)
      ? { warning: '299 - "example/v1 is deprecated"' }
      : {};
    return Response.json(JSON.parse(body), { status: 201, headers });
  };
  assertEquals((await probe("field-validation", warn(() => true)))[0], "absent");
  const isUnknown = (body: string) => body.includes('plumbline":"unknown');
  assertEquals((await probe("field-validation", warn(isUnknown)))[0], "present");
});
