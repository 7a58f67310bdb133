import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import type { RunEvent } from "@plumbline/reports/events";
import { reportOf } from "@plumbline/reports/report";
import { AREAS, CHECKS } from "../areas/mod.ts";
import { connect } from "../connect/connect.ts";
import { type SmallServerOptions, startSmallServer } from "../connect/test_server.ts";
import { runChecks } from "./run.ts";

/** Nothing is read of a failure but that there is one. */
const LIMITS = { explainTime: 0, confirmations: 0, shrinkExecutions: 0, goesOn: false };

/** Runs checks on a small server, and returns the report and the lines about it. */
async function contact(options: SmallServerOptions, ids: readonly string[]) {
  await using server = startSmallServer(options);
  await using target = await connect({ url: server.url });
  const events: RunEvent[] = [];
  await runChecks({
    target,
    areas: AREAS,
    checks: CHECKS.filter(({ id }) => ids.includes(id)),
    seed: 1,
    runs: 3,
    limits: LIMITS,
    emit: (event) => void events.push(event),
  });
  const lines = events.flatMap((event) => event.type === "target described" ? event.lines : []);
  const line = (word: string) => lines.find((each) => each.startsWith(word)) ?? "";
  return { report: reportOf(events), lines, line, left: [...server.objects.keys()] };
}

const IDS = ["watch/bookmarks", "metadata/unique-names", "access/escalation"];

Deno.test("a server without watch fails once for it, and is judged in the rest", async () => {
  const verbs = ["create", "delete", "get", "list", "patch", "update"] as const;
  const { report, lines, line, left } = await contact({ verbs }, IDS);
  assert(lines.length <= 10, `${lines.length} lines`);
  assertStringIncludes(
    line("types"),
    "widgets, all that the server lists: it has none of the specification",
  );
  assert(/--without \S*\bwatch\b/.test(line("without")), line("without"));
  assertEquals(
    line("judged"),
    "judged      1 of 3 checks; left out: 1 about watch, 1 about types that are not served",
  );
  assertStringIncludes(line("access"), "no impersonation");
  assertEquals(
    report.features?.filter(({ verdict }) => verdict === "fail").map(({ feature }) => feature),
    ["watch"],
  );
  const reasons = Object.fromEntries(report.checks.map(({ id, verdict, reason }) => [
    id,
    `${verdict}: ${reason}`,
  ]));
  assertStringIncludes(reasons["watch/bookmarks"]!, "unsupported: the target does not serve watch");
  assertStringIncludes(reasons["access/escalation"]!, "which the target does not serve");
  assert(!reasons["metadata/unique-names"]!.startsWith("skipped"));
  assertEquals(left, [], "nothing stays");
});

Deno.test("a server that lists deletecollection for no type fails once for it", async () => {
  const verbs = ["create", "delete", "get", "list", "patch", "update", "watch"] as const;
  const ids = ["lifecycle/collections", "selectors/deletions", "metadata/unique-names"];
  const { report, line } = await contact({ verbs }, ids);
  assert(/--without \S*\bdeletecollection\b/.test(line("without")), line("without"));
  assertEquals(
    report.features?.filter(({ verdict }) => verdict === "fail").map(({ feature }) => feature),
    ["deletecollection"],
  );
  const failed = report.checks.flatMap(({ failures }) => failures.map(({ actual }) => actual));
  // A uid may contain 405, so the status is what is looked for.
  assert(!failed.some((actual) => /\b405\b/.test(actual)), failed.join());
});

Deno.test("two namespaces are used where any name is accepted, and the given one otherwise", async () => {
  const any = await contact({}, ["metadata/unique-names"]);
  // No check asks for reviews or roles.
  assert(!/reviews|roles/.test(any.line("access")), any.line("access"));
  assertStringIncludes(any.line("namespaces"), "any name is accepted");
  const fixed = await contact({ namespaces: ["default"] }, ["metadata/unique-names"]);
  assertStringIncludes(
    fixed.line("namespaces"),
    "default, as objects in other namespaces are rejected",
  );
  const none = await contact({ isClusterScoped: true }, ["metadata/unique-names"]);
  assertStringIncludes(none.line("namespaces"), "cluster-scoped");
});

Deno.test("reviews that are refused make it unclear what roles permit", async () => {
  const answer = (_: Request, path: string) =>
    path.endsWith("accessreviews") ? Response.json({}, { status: 422 }) : undefined;
  const { line } = await contact({ answer }, ["access/review-groups"]);
  const said = "roles unclear: 422 for a SubjectAccessReview (--without rbac)";
  assertStringIncludes(line("access"), said);
  const both = await contact({ answer }, ["access/review-groups", "reviews/one-attribute"]);
  assertStringIncludes(
    both.line("access"),
    "roles and access reviews unclear: 422 for a SubjectAccessReview, " +
      "422 for a SelfSubjectAccessReview (--without rbac,reviews)",
  );
});

Deno.test("nothing is created on a server whose objects cannot be removed", async () => {
  const { report, line, left } = await contact(
    { verbs: ["create", "get", "list"] },
    ["metadata/unique-names", "api-versions/discovery"],
  );
  assertEquals(left, []);
  assertEquals(
    line("verbs"),
    "verbs       get, list; nothing is created, so that little is judged",
  );
  const [names, discovery] = ["metadata/unique-names", "api-versions/discovery"]
    .map((id) => report.checks.find((check) => check.id === id)?.verdict);
  assertEquals([names, discovery], ["unsupported", "pass"]);
});

Deno.test("an annotation that comes back after its removal is said, and left out", async () => {
  // The value may be another one with each write.
  for (const value of [() => "one", String]) {
    const adds = (writes: number) => ({ "example.com/cluster": value(writes) });
    const { line } = await contact({ adds }, ["metadata/unique-names"]);
    assertEquals(
      line("adds"),
      "adds        annotation example.com/cluster to every object: left out of comparisons",
    );
  }
  assertEquals((await contact({}, ["metadata/unique-names"])).line("adds"), "");
});

Deno.test("a target that adds metadata is not judged by writes that change nothing", async () => {
  const checks = ["resource-versions/no-op-keeps-version"];
  const verdictOf = async (options: Parameters<typeof contact>[0]) =>
    (await contact(options, checks)).report.checks.map(({ verdict, reason }) => ({
      verdict,
      reason,
    }));
  const reason =
    "the target adds example.com/cluster to every object, also to one that is written without: " +
    "that write changes more than its client sees";
  assertEquals(await verdictOf({ adds: () => ({ "example.com/cluster": "one" }) }), [
    { verdict: "skipped", reason },
  ]);
  assertEquals((await verdictOf({}))[0]?.verdict === "skipped", false);
});

Deno.test("a server that streams for watch=true only is judged with that, and the other named", async () => {
  const list = { apiVersion: "example.com/v1", kind: "WidgetList", metadata: {}, items: [] };
  const answer = (request: Request) =>
    new URL(request.url).searchParams.get("watch") === "1" ? Response.json(list) : undefined;
  const { line, report } = await contact({ answer }, ["watch/one-or-true"]);
  assertEquals(
    line("watches"),
    "watches     opened with watch=true, as watch=1 is answered with a list",
  );
  assertEquals(report.features?.find(({ feature }) => feature === "watch"), undefined);
  assertEquals((await contact({}, ["metadata/unique-names"])).line("watches"), "");
});

Deno.test("a server that streams for watch=true only may send the head with the first event", async () => {
  const list = { apiVersion: "example.com/v1", kind: "WidgetList", metadata: {}, items: [] };
  const answer = (request: Request) => {
    const watch = new URL(request.url).searchParams.get("watch");
    if (watch === "1") return Response.json(list);
    if (watch === null) return undefined;
    return new Promise<Response>((resolve) => {
      request.signal.addEventListener("abort", () => resolve(new Response()));
    });
  };
  assertStringIncludes(
    (await contact({ answer }, ["metadata/unique-names"])).line("watches"),
    "opened with watch=true",
  );
});

Deno.test("a slow server that streams for watch=true only is judged with that", async () => {
  const list = { apiVersion: "example.com/v1", kind: "WidgetList", metadata: {}, items: [] };
  const answer = async (request: Request, path: string) => {
    if (request.method !== "GET" || !path.endsWith("/widgets")) return undefined;
    const watch = new URL(request.url).searchParams.get("watch");
    // Longer than an answer of a fast server is waited for.
    if (watch !== "true") await new Promise((resolve) => setTimeout(resolve, 450));
    return watch === "1" ? Response.json(list) : undefined;
  };
  assertStringIncludes(
    (await contact({ answer }, ["health/names-are-listed"])).line("watches"),
    "opened with watch=true",
  );
});

Deno.test("a type that is listed without verbs is judged by all of them", async () => {
  const answer = (_: Request, path: string) => {
    if (path !== "/apis/example.com/v1") return undefined;
    return Response.json({
      kind: "APIResourceList",
      groupVersion: "example.com/v1",
      resources: [{ name: "widgets", kind: "Widget", namespaced: true, verbs: null }],
    });
  };
  const { line } = await contact({ answer }, ["metadata/unique-names"]);
  assertEquals(
    line("verbs"),
    "verbs       create, delete, deletecollection, get, list, patch, update, watch",
  );
});

Deno.test("a server that stores no resourceVersion is judged, and not taken for one with controllers", async () => {
  const answer = async (request: Request) => {
    const isAgain = request.headers.has("x-again");
    if (request.method !== "GET" || !/\/widgets\/./.test(request.url) || isAgain) return undefined;
    const response = await fetch(request.url, { headers: { "x-again": "yes" } });
    const { metadata: { resourceVersion: _, ...metadata } = {}, ...object } = await response.json();
    return Response.json({ ...object, metadata }, { status: response.status });
  };
  const { report } = await contact({ answer }, ["metadata/unique-names"]);
  const [type] = report.types ?? [];
  assertEquals([type?.verdict, type?.reason], ["covered", undefined]);
});

Deno.test("errors that are answered with a success, or without a Status, are shown at first contact", async () => {
  const errorsWith = async (answer: (path: string) => Response) => {
    const { line } = await contact({
      answer: (request, path) =>
        request.method === "GET" && path.endsWith("-missing") ? answer(path) : undefined,
    }, ["metadata/unique-names"]);
    return line("errors");
  };
  const status = { apiVersion: "v1", kind: "Status", status: "Failure", code: 404 };
  assertStringIncludes(
    await errorsWith(() => Response.json(status)),
    "200 for an object that is not there: only the Status in the body says 404",
  );
  assertStringIncludes(
    await errorsWith(() => new Response("no", { status: 404 })),
    "404 for an object that is not there without a Status",
  );
  assertEquals(await errorsWith(() => Response.json(status, { status: 404 })), "");
});

Deno.test("a server that refuses every create says so at first contact, and how", async () => {
  const creates = async (refuses: (body: string) => boolean) => {
    const { line } = await contact({
      answer: async (request) =>
        request.method === "POST" && refuses(await request.clone().text())
          ? new Response("missing field `uid` at line 1", { status: 422 })
          : undefined,
    }, ["metadata/unique-names"]);
    return line("creates");
  };
  assertEquals(
    // Types of which nothing can be created are not used; those of the specification are.
    await creates((body) => /-(one|first)"/.test(body)),
    "creates     none succeeds, so that little is judged (a failure): widgets: " +
      "422 missing field `uid` at line 1",
  );
  assertEquals(await creates(() => false), "");
});

Deno.test("a server whose types cannot be listed is not expected to serve reviews", async () => {
  const ids = ["reviews/same-kind-returned", "access/escalation", "metadata/unique-names"];
  const { report, line } = await contact({ verbs: ["get"] }, ids);
  assertStringIncludes(
    line("types"),
    "none that can be used: discovery lists widgets with get, but no list",
  );
  assertEquals(
    report.types?.map(({ name, reason }) => `${name}: ${reason}`),
    ["widgets.example.com: discovery does not list the verb list of it, only get"],
  );
  assertStringIncludes(line("access"), "no access reviews");
  const verdicts = report.checks.filter(({ verdict }) => verdict !== "skipped");
  assertEquals(
    verdicts.map(({ id, verdict }) => `${id}: ${verdict}`),
    ["reviews/same-kind-returned: unsupported"],
  );
});

Deno.test("a server that answers for what is missing with 500 is judged, and nothing is said to stay", async () => {
  const there = new Set<string>();
  const answer = async (request: Request, path: string) => {
    if (request.method === "POST") {
      there.add(`${path}/${(await request.clone().json()).metadata?.name}`);
    }
    if (request.method === "DELETE") there.delete(path);
    const isMissing = /\/widgets\/[^/]+$/.test(path) && !there.has(path);
    if (request.method !== "GET" || !isMissing) return undefined;
    const message = `open ${path}: no such file`;
    return Response.json(
      { apiVersion: "v1", kind: "Status", status: "Failure", code: 500, message },
      { status: 500 },
    );
  };
  const { report, line, left } = await contact({ answer }, ["metadata/unique-names"]);
  assertStringIncludes(line("types"), "1 type: widgets");
  assertEquals(report.types?.map(({ verdict }) => verdict), ["covered"]);
  assert(report.checks.every(({ verdict }) => verdict !== "skipped"));
  assertEquals([left, report.leftBehind], [[], []]);
});

Deno.test("a server none of whose types can be used says why at first contact", async () => {
  const answer = (request: Request, path: string) => {
    const isOfObjects = path.startsWith("/apis/example.com/v1/") && request.method === "POST";
    if (!isOfObjects) return undefined;
    const message = "no such endpoint";
    return Response.json({ kind: "Status", status: "Failure", code: 404, message }, {
      status: 404,
    });
  };
  const { line } = await contact({ answer }, ["metadata/unique-names"]);
  assertStringIncludes(line("types"), "none that can be used; not widgets: create: 404 no such");
});
