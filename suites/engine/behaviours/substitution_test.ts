import { assertEquals } from "@std/assert";
import { type Check, example } from "../../check.ts";
import type { JsonObject } from "../../client/http_client.ts";
import { secret } from "../../resources/secret.ts";
import { verify } from "../../verify.ts";
import { advice, createSecret, facts, requirement, requirements, runAll } from "../test_checks.ts";
import { startTestTarget, type TestTarget } from "../test_target.ts";
import { SUBSTITUTES } from "./substitutes.ts";
import { substituted } from "./substitution.ts";

/** Labels an object in a form, and expects a read to show the label. */
const labels = (
  id: `${string}/${string}`,
  form: "json-patch" | "merge-patch" | "strategic-merge-patch",
  violated: string = requirement,
  subresource = "",
) =>
  example({
    ...facts,
    id,
    requirements: [violated],
    run: async (scope) => {
      const { path } = await createSecret(scope);
      await scope.send({
        method: "PATCH",
        path: `${path}${subresource}`,
        headers: { "content-type": `application/${form}+json` },
        body: form === "json-patch"
          ? [{ op: "add", path: "/metadata/labels/set", value: "yes" }]
          : { metadata: { labels: { set: "yes" } } },
      });
      const { json } = await scope.send({ method: "GET", path });
      const { metadata } = json as { metadata: { labels: JsonObject } };
      verify<string>(violated, { expected: "yes", actual: metadata.labels.set ?? "none" });
    },
  });

/** Answers with an object as it is stored; as any target would if there is none. */
function storedIn({ objects }: TestTarget, path: string): Response | undefined {
  const object = objects.get(path);
  return object === undefined ? undefined : Response.json(object);
}

/** Starts a target that answers patches and does not do what they say. */
function startWithoutPatches(): TestTarget {
  const served: TestTarget = startTestTarget(async (request, asked) => {
    const path = asked.replace(/\/status$/, "");
    const isRead = request.method === "PATCH" || (request.method === "GET" && path !== asked);
    if (isRead) return storedIn(served, path);
    if (request.method !== "PUT") return undefined;
    const object = await request.json();
    served.objects.set(path, object);
    return Response.json(object);
  });
  return served;
}

/** Returns the forms that explain failures, each with their checks. */
async function formsOf(served: TestTarget, ...checks: Check[]) {
  const { events } = await runAll(served, checks);
  const alike = events.flatMap((event) => event.type === "failures explained" ? event.alike : []);
  return alike.filter(({ title }) => title.includes("does not do what"))
    .map(({ id, title, seen, failures }) => ({
      id,
      title,
      seen,
      checks: failures.map(({ check }) => check).sort(),
    }));
}

Deno.test("failures of one form of request belong together if their cases pass without it", async () => {
  await using served = startWithoutPatches();
  const forms = await formsOf(
    served,
    labels("watch/one", "json-patch"),
    labels("watch/two", "json-patch"),
    // Of one failure alone its requirement says more.
    labels("watch/other", "merge-patch", advice),
  );
  assertEquals(forms, [{
    id: "JSON patches",
    title: "A JSON patch does not do what an update with the same changes does",
    seen: ["patch secrets"],
    checks: ["watch/one", "watch/two"],
  }]);
});

Deno.test("forms of patches that violate the same requirement have one cause", async () => {
  await using served = startWithoutPatches();
  const forms = await formsOf(
    served,
    labels("watch/one", "json-patch"),
    labels("watch/two", "merge-patch"),
  );
  assertEquals(forms, [{
    id: "patches",
    title: "A patch does not do what an update with the same changes does",
    seen: ["patch secrets"],
    checks: ["watch/one", "watch/two"],
  }]);
});

Deno.test("what neither form of patch does is of patches, as updates show", async () => {
  await using served = startWithoutPatches();
  const forms = await formsOf(
    served,
    labels("watch/one", "strategic-merge-patch"),
    labels("watch/two", "json-patch"),
    labels("watch/three", "strategic-merge-patch", advice),
  );
  assertEquals(forms, [{
    id: "patches",
    title: "A patch does not do what an update with the same changes does",
    seen: ["patch secrets"],
    checks: ["watch/one", "watch/three", "watch/two"],
  }]);
});

Deno.test("writes of a subresource have a cause of their own unless they violate the same", async () => {
  const causes = async (violated: string) => {
    await using served = startWithoutPatches();
    const forms = await formsOf(
      served,
      labels("watch/one", "json-patch"),
      labels("watch/two", "json-patch"),
      labels("watch/status", "json-patch", violated, "/status"),
      labels("watch/status-again", "json-patch", violated, "/status"),
    );
    return forms.map(({ id, checks }) => [id, checks.length]).toSorted();
  };
  assertEquals(await causes(requirement), [["JSON patches", 4]]);
  assertEquals(await causes(advice), [["JSON patches of subresources", 2], ["JSON patches", 2]]);
});

Deno.test("a watch explains nothing of what a write is answered", async () => {
  const watched = new Set<string>();
  await using served = startTestTarget(({ method, url }, path) => {
    if (method === "POST") watched.delete(path);
    if (url.includes("watch=")) {
      watched.add(path);
      return new Response("");
    }
    const isRefused = ["PUT", "PATCH"].includes(method) &&
      watched.has(path.slice(0, path.lastIndexOf("/")));
    return isRefused ? Response.json({ kind: "Status", code: 409 }, { status: 409 }) : undefined;
  });
  const update = (id: `${string}/${string}`) =>
    example({
      ...facts,
      id,
      run: async (scope) => {
        const { object, collection, path } = await createSecret(scope);
        const stream = await scope.watch({ path: collection });
        const { status } = await scope.send({
          method: "PUT",
          path,
          body: object,
        });
        await stream.close();
        verify<string>(requirement, { expected: "200", actual: String(status) });
      },
    });
  const { events } = await runAll(served, [update("watch/one"), update("watch/two")]);
  const alike = events.flatMap((event) => event.type === "failures explained" ? event.alike : []);
  assertEquals(alike.filter(({ id }) => id === "watches"), []);
  assertEquals(events.filter(({ type }) => type === "check finished").length, 2);
});

/** Returns the forms that explain the failures of a server some of whose DELETEs have no effect. */
async function formsOfIdleDeletions(isIdle: (path: string) => boolean) {
  await using served = startTestTarget(({ method }, path) =>
    method === "DELETE" && isIdle(path) ? Response.json({ kind: "Status" }) : undefined
  );
  const deletion = (name: string, violated: string) =>
    example({
      ...facts,
      id: `watch/${name}`,
      requirements: [violated],
      run: async (scope) => {
        const { path } = await createSecret(scope, { name });
        await scope.send({ method: "DELETE", path });
        const { status } = await scope.send({ method: "GET", path });
        verify<string>(violated, { expected: 404, actual: status });
      },
    });
  const checks = [deletion("one", requirement), deletion("two", advice)];
  const { events } = await runAll(served, checks);
  const alike = events.flatMap((event) => event.type === "failures explained" ? event.alike : []);
  return [alike[0]?.id, alike[0]?.failures.length];
}

Deno.test("failures of a server whose first DELETE of an object has no effect have one cause", async () => {
  const asked = new Set<string>();
  const forms = await formsOfIdleDeletions((path) => !asked.has(path) && asked.add(path) === asked);
  assertEquals(forms, ["repeated deletions", 2]);
});

Deno.test("failures of a server whose DELETEs have no effect now and then have one cause", async () => {
  const counts = new Map<string, number>();
  const forms = await formsOfIdleDeletions((path) => {
    const own = path.split("-").at(-1)!;
    counts.set(own, (counts.get(own) ?? 0) + 1);
    return counts.get(own)! % 3 === 1;
  });
  assertEquals(forms, ["repeated deletions", 2]);
});

Deno.test("what a form of request explains is no effect of a dry run", async () => {
  await using served: TestTarget = startTestTarget(async (request, path) => {
    const isDry = new URL(request.url).searchParams.has("dryRun");
    if (request.method === "PATCH" && isDry) {
      const object = served.objects.get(path) as { metadata: JsonObject };
      const metadata = { ...object.metadata, labels: { set: "no" } };
      served.objects.set(path, { ...object, metadata });
    }
    if (request.method === "PATCH") return storedIn(served, path);
    if (request.method !== "PUT") return undefined;
    const object = await request.json();
    if (!isDry) served.objects.set(path, object);
    return Response.json(object);
  });
  const silent = example({
    ...facts,
    id: "watch/silent",
    run: async (scope) => {
      const { path } = await createSecret(scope);
      await scope.send({ method: "GET", path });
      await scope.send({
        method: "PATCH",
        path,
        query: { dryRun: "All" },
        headers: { "content-type": "application/json-patch+json" },
        body: [{ op: "add", path: "/metadata/labels/set", value: "yes" }],
      });
      const { json } = await scope.send({ method: "GET", path });
      const { metadata } = json as { metadata: { labels: JsonObject } };
      verify<string>(requirement, { expected: "none", actual: metadata.labels.set ?? "none" });
    },
  });
  const others = ["watch/a", "watch/b", "watch/c"] as const;
  const checks = [silent, ...others.map((id) => labels(id, "json-patch"))];
  const forms = await formsOf(served, ...checks);
  assertEquals(forms.map(({ id, checks }) => [id, checks.length]), [["JSON patches", 4]]);
});

Deno.test("no form is tried in place of which the target has none", async () => {
  await using served = startWithoutPatches();
  const target = { ...served.target, without: ["update"] as const };
  const forms = await formsOf(
    { ...served, target },
    labels("watch/one", "json-patch"),
    labels("watch/two", "json-patch"),
  );
  assertEquals(forms, []);
});

Deno.test("failures that occur with any form of request are not explained by one", async () => {
  await using served = startTestTarget((request) =>
    request.method === "PUT" ? Response.json({}) : undefined
  );
  const forms = await formsOf(
    served,
    labels("watch/one", "json-patch"),
    labels("watch/two", "json-patch"),
  );
  assertEquals(forms, []);
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

/** Expects the response of a create, or a GET after it, to show a label. */
const shows = (id: `${string}/${string}`, verb: "create" | "get") =>
  example({
    ...facts,
    id,
    run: async (scope) => {
      const { created, path } = await createSecret(scope);
      const { json } = verb === "create" ? created : await scope.send({ method: "GET", path });
      const { metadata } = json as { metadata: { labels?: JsonObject } };
      verify<string>(requirement, { expected: "yes", actual: metadata.labels ? "yes" : "no" });
    },
  });

/** Returns a response without the labels of its object. */
function withoutLabels(object: unknown, status: number): Response {
  const { metadata, ...rest } = object as { metadata: JsonObject };
  const { labels: _, ...others } = metadata;
  return Response.json({ ...rest, metadata: others }, { status });
}

/** Returns what explains that GETs, and perhaps answers of creates, show no labels. */
async function hidingLabels(isHiddenIn: (method: string) => boolean) {
  let versions = 0;
  await using served: TestTarget = startTestTarget(async (request, path) => {
    if (request.method === "POST" && isHiddenIn("POST")) {
      const object = await request.json();
      const uid = `u${++versions}`;
      const metadata = { ...object.metadata, uid, resourceVersion: `9${versions}` };
      served.objects.set(`${path}/${metadata.name}`, { ...object, metadata });
      return withoutLabels({ ...object, metadata }, 201);
    }
    const object = served.objects.get(path);
    return request.method === "GET" && object !== undefined && isHiddenIn("GET")
      ? withoutLabels(object, 200)
      : undefined;
  });
  const checks = [shows("watch/one", "get"), shows("watch/two", "get"), shows("watch/w", "create")];
  const { events } = await runAll(served, checks);
  const alike = events.flatMap((event) => event.type === "failures explained" ? event.alike : []);
  return alike.map(({ id, failures }) => [id, failures.length]);
}

Deno.test("what GETs and answers of writes show otherwise than lists has one cause", async () => {
  assertEquals(await hidingLabels(() => true), [["single objects", 3]]);
  assertEquals(await hidingLabels((method) => method === "GET"), [["GETs", 2]]);
});

Deno.test("no form is tried that needs what the target does not have, or ignores", async () => {
  const tried = async (absent?: readonly string[]) => {
    let forms = 0;
    await substituted(
      [],
      {
        target: {},
        absent,
        isOver: () => false,
        each: () => Promise.resolve(void forms++),
      } as unknown as Parameters<typeof substituted>[1],
    );
    return forms;
  };
  const needing = SUBSTITUTES.filter(({ needs }) => needs?.some((name) => name === "dry-run"));
  assertEquals(await tried(["dry-run"]), await tried() - needing.length);
  assertEquals(needing.length > 0, true);
});
