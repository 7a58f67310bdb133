import { assertEquals } from "@std/assert";
import { example } from "../../check.ts";
import type { JsonObject } from "../../client/http_client.ts";
import { secret } from "../../resources/secret.ts";
import { verify } from "../../verify.ts";
import { facts, requirement, requirements, runAll } from "../test_checks.ts";
import { startTestTarget } from "../test_target.ts";

/** Labels an object in a form, and expects a read to show the label. */
const labels = (id: `${string}/${string}`, form: "json-patch" | "merge-patch") =>
  example({
    ...facts,
    id,
    run: async (scope) => {
      const object = scope.newObject(secret);
      await scope.create(secret, object);
      const { name, namespace } = object.metadata as { name: string; namespace: string };
      const path = `/api/v1/namespaces/${namespace}/secrets/${name}`;
      await scope.send({
        method: "PATCH",
        path,
        headers: { "content-type": `application/${form}+json` },
        body: form === "json-patch"
          ? [{ op: "add", path: "/metadata/labels/set", value: "yes" }]
          : { metadata: { labels: { set: "yes" } } },
      });
      const { json } = await scope.send({ method: "GET", path });
      const { metadata } = json as { metadata: { labels: JsonObject } };
      verify<string>(requirement, { expected: "yes", actual: metadata.labels.set ?? "none" });
    },
  });

Deno.test("failures of one form of request belong together if their cases pass without it", async () => {
  const updated = async (request: Request, path: string) => {
    // Patches are answered, and change nothing.
    if (request.method !== "PUT") return undefined;
    const object = await request.json();
    served.objects.set(path, object);
    return Response.json(object);
  };
  await using served = startTestTarget(updated);
  const { events } = await runAll(served, [
    labels("watch/one", "json-patch"),
    labels("watch/two", "json-patch"),
    labels("watch/other", "merge-patch"),
  ]);
  const alike = events.flatMap((event) => event.type === "failures explained" ? event.alike : []);
  const forms = alike.filter(({ title }) => title.includes("JSON patch does not"));
  assertEquals(forms.map(({ failures }) => failures.map(({ check }) => check).sort()), [
    ["watch/one", "watch/two"],
  ]);
  assertEquals(forms.map(({ seen }) => seen), [["patch secrets"]]);
  // Of one failure alone its requirement says more.
  assertEquals(alike.filter(({ title }) => title.includes("merge patch does not")), []);
});

Deno.test("failures that occur with any form of request are not explained by one", async () => {
  await using served = startTestTarget((request) =>
    request.method === "PUT" ? Response.json({}) : undefined
  );
  const { events } = await runAll(served, [
    labels("watch/one", "json-patch"),
    labels("watch/two", "json-patch"),
  ]);
  const alike = events.flatMap((event) => event.type === "failures explained" ? event.alike : []);
  assertEquals(alike.filter(({ title }) => title.includes("does not do what")), []);
});

Deno.test("who violates what says that dry runs do nothing ignores dryRun, seen or not", async () => {
  await using served = startTestTarget();
  const silent = "watch.dry-run-is-silent";
  const events = async (...ids: readonly `${string}/${string}`[]) => {
    const checks = ids.map((id) =>
      example({
        ...facts,
        id,
        requirements: [silent],
        run: async (scope) => {
          await scope.create(secret, scope.newObject(secret), { dryRun: "All" });
          verify<string>(silent, { expected: "no event", actual: id });
        },
      })
    );
    const stated = { ...requirements, [silent]: requirements[requirement] };
    const areas = [{ id: "test", requirements: stated, checks }];
    const { events } = await runAll(served, checks, { areas });
    return events.flatMap((event) => event.type === "failures explained" ? event.causes : []);
  };
  const [cause, ...others] = await events("watch/one", "watch/two");
  assertEquals([cause?.id, cause?.failures.length, others], ["dryRun is ignored", 2, []]);
  // Of one failure alone its requirement says more.
  assertEquals(await events("watch/one"), []);
});
