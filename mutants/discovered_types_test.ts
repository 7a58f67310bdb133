/**
 * Seeded bugs of a resource type that the suites only know from the documents of the server.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import type { RunEvent } from "@plumbline/reports/events";
import { defineResource, startServer } from "@plumbline/reference";
import { CHECKS } from "@plumbline/suites/areas";
import { parseExamples } from "@plumbline/suites/resources/discovered/examples";
import { run } from "@plumbline/suites/run";
import { noticing } from "./areas/field_validation/helpers.ts";
import type { Mutant } from "./mutant.ts";
import { mutantSwitch } from "./mutant_switch.ts";
import { within } from "./vocabulary/json.ts";
import { on } from "./vocabulary/on.ts";
import { wrapSteps } from "./vocabulary/wrap.ts";

const gadgets = defineResource({
  group: "acme.example",
  version: "v1",
  kind: "Gadget",
  plural: "gadgets",
  schema: {
    type: "object",
    properties: {
      spec: {
        type: "object",
        required: ["size"],
        properties: {
          size: { type: "integer", minimum: 1 },
          colour: { type: "string", enum: ["red", "green"], default: "red" },
          title: { type: "string" },
        },
      },
    },
  },
});

const isGadget = ({ object }: { readonly object: { readonly kind?: unknown } }): boolean =>
  object.kind === "Gadget";

/** Seeded bugs confined to Gadgets, and the check that reports each. */
const BUGS: readonly { readonly mutant: Mutant; readonly check: string }[] = [
  {
    check: "watch/from-every-version",
    mutant: {
      id: "discovered/deletions-of-gadgets-unseen",
      description: "A watch of Gadgets does not deliver deletions.",
      reason: "The index of custom resources only knows writes.",
      breaks: ["watch.nothing-lost"],
      install({ steps }) {
        steps(({ viewEvents }) => ({
          viewEvents: (events, filter) =>
            viewEvents(
              events.filter(({ type, version }) => type !== "deleted" || !isGadget(version)),
              filter,
            ),
        }));
      },
    },
  },
  {
    check: "paging/pages-are-one-snapshot",
    mutant: {
      id: "discovered/last-gadget-of-a-page-lost",
      description: "A page of Gadgets leaves out the third of its items.",
      reason: "The page of a custom resource is cut at another place than its token.",
      breaks: ["paging.pages-are-one-snapshot"],
      install({ steps }) {
        steps(({ readPage }) => ({
          async readPage(registry, request, options) {
            const page = await readPage(registry, request, options);
            const kept = page.versions.filter((each, at) => at !== 2 || !isGadget(each));
            return { ...page, versions: kept };
          },
        }));
      },
    },
  },
  {
    check: "concurrency/patches",
    mutant: {
      id: "discovered/concurrent-writes-of-gadgets-lost",
      description: "Of two concurrent writes to a Gadget the later one overwrites the earlier one.",
      reason: "The objects of custom resources are stored without a comparison.",
      breaks: ["concurrency.one-order"],
      install({ storage }) {
        storage(({ get, transact }) => ({
          async transact(key, write) {
            await new Promise((resolve) => setTimeout(resolve, 1));
            const current = await get(key);
            const overwrites = current !== undefined && isGadget(current) && write.expected;
            return await transact(
              key,
              overwrites ? { ...write, expected: current.revision } : write,
            );
          },
        }));
      },
    },
  },
  {
    check: "metadata/server-fields",
    mutant: {
      id: "discovered/uid-of-gadgets-from-client",
      description: "The `uid` in a create of a Gadget is stored.",
      reason: "Objects that were restored from a backup were meant to keep their identity.",
      breaks: ["metadata.uid-from-server"],
      install({ steps }) {
        steps(({ initializeMeta }) => ({
          initializeMeta(write) {
            const { object } = write;
            const { uid } = object.metadata;
            initializeMeta(write);
            if (isGadget({ object }) && uid) object.metadata.uid = uid;
          },
        }));
      },
    },
  },
  {
    check: "field-validation/warn-and-ignore",
    mutant: {
      id: "discovered/second-unknown-field-of-gadgets-unseen",
      description: "An unknown field within the `spec` of a Gadget is dropped without a warning.",
      reason: "The schemas of custom resources are checked at the top alone.",
      breaks: ["field-validation.warn-one-each"],
      install: wrapSteps(
        noticing(({ decoded: { unknown } }) => unknown.filter((path) => !path.startsWith("spec."))),
      ),
    },
  },
  {
    check: "field-validation/wrong-type-rejected",
    mutant: {
      id: "discovered/size-of-gadgets-as-text",
      description: "A merge patch of a Gadget converts a `size` from text to a number.",
      reason: "Forms of web pages send texts.",
      breaks: ["field-validation.wrong-type-rejected"],
      install: on("merge-patch").changeBody((body) => {
        const spec = within(body, "spec");
        if (typeof spec.size === "string") spec.size = Number(spec.size);
      }),
    },
  },
  {
    check: "lifecycle/finalizers",
    mutant: {
      id: "discovered/deleted-gadgets-lose-their-spec",
      description: "A delete of a Gadget that a finalizer holds empties its `spec`.",
      reason: "What is deleted was meant to be seen by its name alone.",
      breaks: ["exchanges.unnamed-fields-kept"],
      install({ steps }) {
        steps(({ markDeletion }) => ({
          markDeletion(object, ...rest) {
            const marked = markDeletion(object, ...rest);
            return isGadget({ object }) ? { ...marked, spec: { size: 1 } } : marked;
          },
        }));
      },
    },
  },
];

/** Runs checks on the Gadgets of a server with bugs. */
async function checkGadgets(checks: readonly string[], mutants: readonly Mutant[] = []) {
  await using server = await startServer({
    resources: [gadgets],
    plugins: [mutantSwitch([...mutants])],
  });
  const target = {
    url: server.url,
    token: server.identities[0].token,
    types: { names: ["gadgets.acme.example"] },
  };
  const selected = CHECKS.filter(({ id }) => checks.includes(id));
  const events: RunEvent[] = [];
  for await (const event of run({ target, checks: selected, runs: 40, seed: 1 })) {
    events.push(event);
  }
  return events;
}

const verdictsOf = (events: readonly RunEvent[]) =>
  events.flatMap((event) =>
    event.type === "check finished" ? [[event.result.id, event.result.verdict]] : []
  );

Deno.test("the checks pass on a type that they know from its schema", async () => {
  const checks = BUGS.map(({ check }) => check);
  const events = await checkGadgets(checks);
  const types = events.find((event) => event.type === "types surveyed");
  assert(types?.type === "types surveyed");
  assertEquals(types.types, [{
    name: "gadgets.acme.example",
    version: "v1",
    scope: "namespace",
    verdict: "covered",
    from: "schema",
    varied: ["spec.size", "spec.colour", "spec.title"],
  }]);
  for (const [id, verdict] of verdictsOf(events)) assertEquals(verdict, "pass", id);
});

for (const { mutant, check } of BUGS) {
  Deno.test(`${check} reports a bug of such a type: ${mutant.description}`, async () => {
    const events = await checkGadgets([check], [mutant]);
    assertEquals(verdictsOf(events), [[check, "fail"]]);
  });
}

/** Checks that a conforming server passes although others write to its new objects. */
const LENIENT = [
  ...BUGS.map(({ check }) => check),
  "selectors/watches",
  "dry-run/matches-real-request",
  "dry-run/watches",
  "watch/initial-events",
  "watch/histories",
  "lifecycle/finalizers",
];

function adaptedIn(events: readonly RunEvent[]): readonly string[] | undefined {
  const surveyed = events.find((event) => event.type === "types surveyed");
  assert(surveyed?.type === "types surveyed");
  assertEquals(surveyed.types.map(({ verdict }) => verdict), ["covered"]);
  return surveyed.types[0]?.adapted;
}

const PROTECTION = "acme.example/protection";

const PROTECTING: Mutant = {
  id: "discovered/finalizer-added",
  description: "Each new Gadget has a finalizer.",
  reason: "kube-apiserver protects PersistentVolumes so.",
  breaks: ["lifecycle.removed-after-last-finalizer"],
  install({ steps }) {
    steps(({ initializeMeta }) => ({
      initializeMeta(write) {
        const { object } = write;
        initializeMeta(write);
        const { finalizers = [] } = object.metadata;
        if (isGadget({ object })) object.metadata.finalizers = [...finalizers, PROTECTION];
      },
    }));
  },
};

Deno.test("a type whose new objects get a finalizer is checked without it", async () => {
  const events = await checkGadgets(LENIENT, [PROTECTING]);
  assertEquals(adaptedIn(events), [`the finalizer ${PROTECTION} is removed from new objects`]);
  for (const [id, verdict] of verdictsOf(events)) assertEquals(verdict, "pass", id);
});

for (const { mutant, check } of BUGS) {
  Deno.test(`${check} reports it of a type whose finalizers are removed, too: ${mutant.description}`, async () => {
    const events = await checkGadgets([check], [PROTECTING, mutant]);
    assertEquals(verdictsOf(events), [[check, "fail"]]);
  });
}

Deno.test("a type whose new objects a controller changes is checked once it has done so", async () => {
  await using server = await startServer({ resources: [gadgets] });
  const token = server.identities[0].token;
  const ending = new AbortController();
  const controlling = control(server.url, token, ending.signal);
  const target = { url: server.url, token, types: { names: ["gadgets.acme.example"] } };
  const checks = CHECKS.filter(({ id }) => LENIENT.includes(id));
  const events: RunEvent[] = [];
  try {
    for await (const event of run({ target, checks, runs: 20, seed: 1 })) events.push(event);
  } finally {
    // The server waits for the controller's watch, also if the run breaks.
    ending.abort();
    await controlling;
  }
  assertEquals(adaptedIn(events), ["each create waits for another client's first writes"]);
  for (const [id, verdict] of verdictsOf(events)) assertEquals(verdict, "pass", id);
});

Deno.test("a type that a controller changes while other types are tried is tried again", async () => {
  await using server = await startServer({ resources: [gadgets] });
  const token = server.identities[0].token;
  const ending = new AbortController();
  // The trial creates one object; when it is repeated the object has another name.
  let disturbed: string | undefined;
  const controlling = control(server.url, token, ending.signal, ({ type, name }) => {
    disturbed ??= name;
    return type === "ADDED" || disturbed === name;
  });
  const target = { url: server.url, token, types: { names: ["gadgets.acme.example"] } };
  const checks = CHECKS.filter(({ id }) => id === "watch/histories");
  const events: RunEvent[] = [];
  try {
    for await (const event of run({ target, checks, runs: 5, seed: 1 })) events.push(event);
  } finally {
    // The server waits for the controller's watch, also if the run breaks.
    ending.abort();
    await controlling;
  }
  assertEquals(adaptedIn(events), ["each create waits for another client's first writes"]);
  assertEquals(verdictsOf(events), [["watch/histories", "pass"]]);
});

/** Annotates each new Gadget, as a controller does, or those that are named, until it is stopped. */
async function control(
  url: string,
  token: string,
  signal: AbortSignal,
  isWanted = ({ type }: { type: string; name: string }) => type === "ADDED",
): Promise<void> {
  const authorization = `Bearer ${token}`;
  const gadgets = `${url}/apis/acme.example/v1/gadgets`;
  // A controller goes on after an error: without it, each create of the run would wait for it.
  while (!signal.aborted) {
    try {
      const stream = await fetch(`${gadgets}?watch=1`, { headers: { authorization }, signal });
      let text = "";
      for await (const part of stream.body!.pipeThrough(new TextDecoderStream())) {
        const lines = (text + part).split("\n");
        text = lines.pop()!;
        for (const line of lines) await annotate(JSON.parse(line));
      }
    } catch (error) {
      if (!signal.aborted && !(error instanceof TypeError)) throw error;
    }
  }

  async function annotate({ type, object: { metadata } }: GadgetEvent): Promise<void> {
    const { name, namespace, labels = {}, annotations = {} } = metadata;
    const controlled = labels.tried ?? "yes";
    if (type === "DELETED" || annotations.controlled === controlled) return;
    if (!isWanted({ type, name })) return;
    const path = `/apis/acme.example/v1/namespaces/${namespace}/gadgets/${name}`;
    const response = await fetch(`${url}${path}?fieldManager=controller`, {
      method: "PATCH",
      headers: { authorization, "content-type": "application/merge-patch+json" },
      body: JSON.stringify({ metadata: { annotations: { controlled } } }),
      signal,
    });
    await response.body?.cancel();
  }
}

/** What a controller reads of an event. */
interface GadgetEvent {
  readonly type: string;
  readonly object: {
    readonly metadata: {
      readonly name: string;
      readonly namespace: string;
      readonly labels?: Readonly<Record<string, string>>;
      readonly annotations?: Readonly<Record<string, string>>;
    };
  };
}

Deno.test("built-in types of Kubernetes are checked with the examples for them", async () => {
  await using server = await startServer({ dialect: "kubernetes" });
  const manifest = new URL("../examples/types/kubernetes.yaml", import.meta.url);
  const examples = parseExamples(await Deno.readTextFile(manifest));
  const names = [
    "namespaces",
    "pods",
    "replicationcontrollers",
    "jobs.batch",
    "persistentvolumes",
    "events",
    "events.events.k8s.io",
    "customresourcedefinitions.apiextensions.k8s.io",
  ];
  const target = { url: server.url, token: server.identities[0].token, types: { names, examples } };
  const checks = CHECKS.filter(({ id }) => [...LENIENT, ...SENSITIVE].includes(id));
  const events: RunEvent[] = [];
  for await (const event of run({ target, checks, runs: 20, seed: 1 })) events.push(event);
  const surveyed = events.find((event) => event.type === "types surveyed");
  assert(surveyed?.type === "types surveyed");
  assertEquals(
    surveyed.types.map(({ name, reason }) => [name, reason]),
    names.map((name) => [name, undefined]),
  );
  for (const [id, verdict] of verdictsOf(events)) assertEquals(verdict, "pass", id);
  const left = events.filter(({ type }) => type === "left behind");
  assertEquals(left, []);
});

/** Checks that failed on conforming servers because of types of this kind. */
const SENSITIVE = [
  "concurrency/one-deleter-wins",
  "concurrency/create-delete-races",
  "dry-run/generated-name",
  "dry-run/no-value-one-meaning",
  "lifecycle/collections",
  "lifecycle/second-delete-keeps-deletion-timestamp",
  "metadata/generated-names",
  "metadata/labels-and-annotations",
  "metadata/unique-names",
  "metadata/valid-names",
  "paging/deletecollection",
  "resource-versions/list-table",
];

Deno.test("a DELETE of a type that the specification does not have may return the object in Protobuf, too", async () => {
  await using server = await startServer({ dialect: "kubernetes" });
  const access = ["roles", "rolebindings", "clusterroles", "clusterrolebindings"];
  const names = [
    "secrets",
    "deployments.apps",
    ...access.map((name) => `${name}.rbac.authorization.k8s.io`),
    "podtemplates",
    "services",
  ];
  const target = { url: server.url, token: server.identities[0].token, types: { names } };
  const checks = CHECKS.filter(({ id }) => id === "negotiation/response-forms");
  const events: RunEvent[] = [];
  for await (const event of run({ target, checks, runs: 60, seed: 1 })) events.push(event);
  assertEquals(verdictsOf(events), [["negotiation/response-forms", "pass"]]);
});

Deno.test("the wrong version of a Protobuf body is wrong for types of version v2, too", async () => {
  await using server = await startServer({ dialect: "kubernetes" });
  const manifest = new URL("../examples/types/kubernetes.yaml", import.meta.url);
  const examples = parseExamples(await Deno.readTextFile(manifest));
  const types = { names: ["horizontalpodautoscalers.v2.autoscaling"], examples };
  const target = { url: server.url, token: server.identities[0].token, types };
  const checks = CHECKS.filter(({ id }) => id === "negotiation/protobuf-other-type");
  const events: RunEvent[] = [];
  for await (const event of run({ target, checks, seed: 1 })) events.push(event);
  assertEquals(verdictsOf(events), [["negotiation/protobuf-other-type", "pass"]]);
});

Deno.test("checks of namespaced types are skipped if all types are cluster-scoped", async () => {
  await using server = await startServer({ dialect: "kubernetes" });
  const target = {
    url: server.url,
    token: server.identities[0].token,
    types: { names: ["csidrivers.storage.k8s.io"] },
  };
  const ids = ["paging/remaining-item-count", "selectors/malformed-deletion-rejected"];
  const checks = CHECKS.filter(({ id }) => ids.includes(id));
  const events: RunEvent[] = [];
  for await (const event of run({ target, checks, runs: 5, seed: 1 })) events.push(event);
  assertEquals(verdictsOf(events), ids.map((id) => [id, "skipped"]));
});

Deno.test("a type that takes no update without a resourceVersion is not judged by patches in its place", async () => {
  await using server = await startServer({ dialect: "kubernetes" });
  const target = {
    url: server.url,
    token: server.identities[0].token,
    types: { names: ["csidrivers.storage.k8s.io"] },
  };
  const checks = CHECKS.filter(({ id }) => id === "resource-versions/stale-write-conflicts");
  const events: RunEvent[] = [];
  for await (const event of run({ target, checks, runs: 40, seed: 1 })) events.push(event);
  assertEquals(verdictsOf(events), [["resource-versions/stale-write-conflicts", "pass"]]);
});

Deno.test("a type that takes no update of what was sent is not judged by patches in its place, either", async () => {
  await using server = await startServer({ dialect: "kubernetes" });
  // As kube-apiserver: what a Job derives from its uid is validated before the uid is compared, and an
  // update has to have it.
  await using front = startRefusing(
    server,
    ({ method, url }, body) =>
      method === "PATCH" && body.includes("00000000-1111-4222-8333-444444444444") ||
      method === "PUT" && url.includes("/jobs/") && !body.includes("controller-uid"),
  );
  const target = {
    url: `http://127.0.0.1:${front.addr.port}`,
    token: server.identities[0].token,
    types: { names: ["secrets", "jobs.batch"], examples: JOBS },
  };
  const checks = CHECKS.filter(({ id }) => id === "resource-versions/stale-write-conflicts");
  const events: RunEvent[] = [];
  for await (const event of run({ target, checks, runs: 40, seed: 1 })) events.push(event);
  assertEquals(verdictsOf(events), [["resource-versions/stale-write-conflicts", "pass"]]);
});

Deno.test("a copy of an object that the server refuses in any spelling is not judged", async () => {
  await using server = await startServer({ dialect: "kubernetes" });
  // As kube-apiserver 1.20, whose Jobs have selectors with their own uid.
  await using front = startRefusing(
    server,
    ({ method, url }, body) =>
      method === "POST" && url.includes("/jobs?") &&
      String(JSON.stringify(JSON.parse(body))).includes("controller-uid"),
  );
  const target = {
    url: `http://127.0.0.1:${front.addr.port}`,
    token: server.identities[0].token,
    types: { names: ["secrets", "jobs.batch"], examples: JOBS },
  };
  const checks = CHECKS.filter(({ id }) => id === "negotiation/json-spellings");
  const events: RunEvent[] = [];
  for await (const event of run({ target, checks, runs: 40, seed: 1 })) events.push(event);
  assertEquals(verdictsOf(events), [["negotiation/json-spellings", "pass"]]);
});

/** A Job that never runs. */
const JOBS = parseExamples(JSON.stringify({
  apiVersion: "batch/v1",
  kind: "Job",
  metadata: { name: "example" },
  spec: {
    suspend: true,
    template: {
      spec: {
        restartPolicy: "Never",
        containers: [{ name: "main", image: "plumbline.invalid/none" }],
      },
    },
  },
}));

/** Serves a server, but for some requests, which are refused as invalid. */
function startRefusing(
  server: { fetch(request: Request): Promise<Response> },
  isRefused: (request: Request, body: string) => boolean,
) {
  const message = "metadata.uid is immutable";
  const causes = [{
    reason: "FieldValueInvalid",
    field: "metadata.uid",
    message: "is immutable",
  }];
  const details = { causes };
  const status = { status: "Failure", reason: "Invalid", code: 422, message, details };
  const refusal = { kind: "Status", apiVersion: "v1", metadata: {}, ...status };
  return Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
    const body = request.method === "GET" ? "" : await request.clone().text();
    return isRefused(request, body)
      ? Response.json(refusal, { status: 422 })
      : await server.fetch(request);
  });
}

Deno.test("Deployments are left out where a controller writes their status", async () => {
  await using server = await startServer({
    kinds: "all",
    play: ["deployments-become-available", "replicasets-have-pods"],
  });
  const target = { url: server.url, token: server.identities[0].token };
  const ids = ["metadata/unique-names", "deployments/status"];
  const checks = CHECKS.filter(({ id }) => ids.includes(id));
  const events: RunEvent[] = [];
  for await (const event of run({ target, checks, runs: 5, seed: 1 })) events.push(event);
  assertEquals(
    new Map(verdictsOf(events) as [string, string][]),
    new Map([
      ["metadata/unique-names", "pass"],
      ["deployments/status", "skipped"],
    ]),
  );
  const said = events.flatMap((event) => event.type === "target described" ? event.lines : []);
  assert(
    said.some((line) => /not deployments, as \S+ writes the status/.test(line)),
    said.join("\n"),
  );
});
