import { assertEquals } from "@std/assert";
import { startTestTarget } from "../engine/test_target.ts";
import { Census } from "./census.ts";

const SECRETS = "/api/v1/namespaces/default/secrets";

function secretOf(name: string, facts: { version?: string; run?: string; uid?: string } = {}) {
  const { version = "1", run, uid = name } = facts;
  const labels = run === undefined ? {} : { "plumbline/run": run };
  return { metadata: { name, namespace: "default", uid, resourceVersion: version, labels } };
}

/** A target that holds these secrets, and lists them over all namespaces too. */
function target(status = 200) {
  const served = startTestTarget((_, path) => {
    // The server would list what is in a namespace too.
    if (path === "/api/v1/namespaces") return Response.json({ items: [] });
    if (path !== "/api/v1/secrets") return undefined;
    return Response.json({ items: [...served.objects.values()] }, { status });
  });
  return served;
}

Deno.test("a census assigns objects to runs by their labels", async () => {
  await using served = target();
  served.objects.set(`${SECRETS}/a`, secretOf("a"));
  served.objects.set(`${SECRETS}/b`, secretOf("b", { run: "mine" }));
  served.objects.set(`${SECRETS}/c`, secretOf("c", { run: "earlier" }));
  served.objects.set(`${SECRETS}/d`, secretOf("d", { run: "mine" }));
  const census = await Census.take(served.target, "mine");
  const [secrets] = census.counts;
  assertEquals(secrets, { resource: "secrets", seen: "all", own: 2, earlier: 1, others: 1 });
  assertEquals(census.own, [`${SECRETS}/b`, `${SECRETS}/d`]);
  assertEquals(census.counts.map(({ resource }) => resource).at(-1), "namespaces");
});

Deno.test("changes of foreign objects are reported, those of the run's own are not", async () => {
  await using served = target();
  served.objects.set(`${SECRETS}/same`, secretOf("same"));
  served.objects.set(`${SECRETS}/changed`, secretOf("changed"));
  served.objects.set(`${SECRETS}/gone`, secretOf("gone"));
  served.objects.set(`${SECRETS}/anew`, secretOf("anew"));
  const before = await Census.take(served.target, "mine");
  served.objects.set(`${SECRETS}/changed`, secretOf("changed", { version: "2" }));
  served.objects.set(`${SECRETS}/anew`, secretOf("anew", { uid: "other" }));
  served.objects.set(`${SECRETS}/own`, secretOf("own", { run: "mine" }));
  served.objects.delete(`${SECRETS}/gone`);
  assertEquals((await Census.take(served.target, "mine")).since(before), {
    appeared: [`${SECRETS}/anew`],
    changed: [`${SECRETS}/changed`],
    disappeared: [`${SECRETS}/gone`, `${SECRETS}/anew`],
  });
});

Deno.test("without permission to list all namespaces one is counted, and reported so", async () => {
  await using served = target(403);
  served.objects.set(`${SECRETS}/a`, secretOf("a"));
  const [secrets] = (await Census.take(served.target, "mine")).counts;
  assertEquals(secrets, {
    resource: "secrets",
    seen: "one namespace",
    own: 0,
    earlier: 0,
    others: 1,
  });
});

Deno.test("lists are read to their end, even if tokens repeat", async () => {
  const pages: (string | null)[] = [];
  await using served = startTestTarget((request, path) => {
    if (path !== "/api/v1/secrets") return undefined;
    const token = new URL(request.url).searchParams.get("continue");
    pages.push(token);
    const items = [secretOf(`${token}`)];
    return Response.json({ metadata: { continue: token === null ? "next" : "last" }, items });
  });
  const [secrets] = (await Census.take(served.target, "mine")).counts;
  assertEquals([pages, secrets!.others], [[null, "next", "last"], 3]);
});
