import { assert, assertEquals } from "@std/assert";
import type { CheckResult } from "@plumbline/reports/events";
import { AdjustableClock, type RunningServer, startServer } from "@plumbline/reference";
import { AREAS, CHECKS } from "../areas/mod.ts";
import type { Check } from "../check.ts";
import { RESOURCE_TYPES } from "../resources/mod.ts";
import { collectionPath } from "../resources/path.ts";
import { runChecks } from "../engine/run.ts";
import { connect } from "../connect/connect.ts";
import { DIALECTS } from "../client/dialect.ts";
import type { Json } from "../client/http_client.ts";
import type { Target } from "../client/target.ts";
import { clusterRoleOf, isMeasured, MATRIX_TYPES, planOf, type Touched } from "../plan/plan.ts";
import { type Recorded, recording } from "../plan/recording.ts";

/** Cases per property, as in a quick run. */
const RUNS = 20;

/** The requests of one run of every check, as a user with the plan's role and nothing else. */
interface WholeRun {
  readonly results: readonly CheckResult[];
  readonly run: string;
  /** What was asked, and for which check; the empty one for what the runner asks for all. */
  readonly requests: readonly (Recorded & { readonly check: string })[];
  /** Others' objects before and after, as bytes. */
  readonly others: { readonly before: readonly string[]; readonly after: readonly string[] };
}

let whole: WholeRun;

Deno.test.beforeAll(async () => {
  const clock = new AdjustableClock();
  const server = await startServer({
    dialect: "svc",
    clock,
    kinds: "specification",
    identities: [
      { name: "admin", token: "admin-token", groups: ["system:masters"] },
      { name: "planner", token: "planner-token", groups: [] },
      { name: "guest", token: "guest-token", groups: [] },
    ],
  });
  const admin = await connect({ url: server.url, dialect: "svc", token: "admin-token" });
  try {
    await grantPlan(admin);
    await makeOthers(admin);
    const before = await everything(admin);
    const ran = await runAll(server, clock);
    whole = { ...ran, others: { before, after: await everything(admin) } };
  } finally {
    await admin.close();
    await server.close();
  }
});

/** Gives the planner what the plan of every check says, and nothing else. */
async function grantPlan({ client, dialect }: Target): Promise<void> {
  const group = `rbac.authorization.${dialect.suffix}`;
  const role = clusterRoleOf(planOf(CHECKS), dialect) as { [field: string]: Json };
  const binding = {
    metadata: { name: "plumbline" },
    roleRef: { apiGroup: group, kind: "ClusterRole", name: "plumbline" },
    subjects: [{ apiGroup: group, kind: "User", name: "planner" }],
  };
  for (
    const [resource, body] of [["clusterroles", role], ["clusterrolebindings", binding]] as const
  ) {
    const { status } = await client.send({
      method: "POST",
      path: `/apis/${group}/v1/${resource}`,
      body,
    });
    assertEquals(status, 201);
  }
}

/** An unrelated object of each type, in a namespace that runs may use, too. */
async function makeOthers({ client, dialect }: Target): Promise<void> {
  for (const type of RESOURCE_TYPES) {
    const path = collectionPath(type, dialect, "default");
    for (const name of ["others", "object"]) {
      const metadata = { name, labels: { app: name }, finalizers: ["plumbline.example/held"] };
      const body = { metadata, ...type.body(dialect, 0, name) };
      assertEquals((await client.send({ method: "POST", path, body })).status, 201);
    }
  }
}

async function everything({ client, dialect }: Target): Promise<string[]> {
  const paths = RESOURCE_TYPES.map((type) => collectionPath(type, dialect));
  const lists = await Promise.all(
    ["/api/v1/namespaces", ...paths].map((path) => client.send({ method: "GET", path })),
  );
  return lists.map(({ json }) => JSON.stringify((json as { items: Json }).items));
}

async function runAll(server: RunningServer, clock: AdjustableClock) {
  const target = await connect({
    url: server.url,
    dialect: "svc",
    identities: [
      { name: "planner", token: "planner-token" },
      { name: "guest", token: "guest-token" },
    ],
    waits: { history: 5 * 60_000 + 1_000 },
    defaultConfiguration: true,
  });
  const requests: (Recorded & { check: string })[] = [];
  let check = "";
  let run = "";
  const recorded = recording(target, (each) => void requests.push({ ...each, check }));
  try {
    const results = await runChecks({
      target: {
        ...recorded,
        advanceClock: (milliseconds) => Promise.resolve(clock.advance(milliseconds)),
      },
      checks: CHECKS,
      areas: AREAS,
      seed: 7,
      runs: RUNS,
      // One after the other, so that each request is the current check's.
      workers: 1,
      census: true,
      emit(event) {
        if (event.type === "run started") run = event.run;
        if (event.type === "check started") check = event.check;
        if (event.type === "check finished") check = "";
      },
    });
    return { results, run, requests };
  } finally {
    await target.close();
  }
}

Deno.test("a run with the planned role passes like one of an administrator", () => {
  const off = whole.results.filter(({ verdict }) => verdict !== "pass")
    .map(({ id, verdict, reason }) => `${id}: ${verdict}: ${reason}`);
  // The reference server does not serve SelfSubjectReview by default.
  assertEquals(off.filter((line) => !line.includes("does not serve SelfSubjectReview")), []);
});

/**
 * What the probe of late reads uses, which leaves out the types that the identity may not write, and
 * the watch that shows how watches are asked for, which may be refused.
 */
const PROBES: Touched = {
  ...Object.fromEntries(
    MATRIX_TYPES.map((
      type,
    ) => [type, ["create", "delete", "deletecollection", "get", "list", "patch"]]),
  ),
  secrets: ["create", "delete", "deletecollection", "get", "list", "patch", "watch"],
};

Deno.test("no permission is used that the plan does not list, for any selection of checks", () => {
  const plans = new Map<string, Touched>();
  const planFor = (id: string) => {
    const checks = id === "" ? [] : CHECKS.filter((check) => check.id === id);
    // The run first asks whether it may impersonate, if a check needs that and hence plans it.
    const survey: Touched = id === "" ? { users: ["impersonate"], ...PROBES } : {};
    const plan = plans.get(id) ?? { ...planOf(checks), ...survey };
    plans.set(id, plan);
    return plan;
  };
  const outside = new Set<string>();
  const measured = whole.requests.filter(({ check }) => {
    return check === "" || isMeasured({ id: check as Check["id"] });
  });
  // A check too new to be in the table is planned for as its area; all but a few are in it.
  assert(CHECKS.filter(isMeasured).length > CHECKS.length * 0.8, "Run deno task plan");
  const planned = planOf(CHECKS);
  for (const { check, accesses, request: { query = {} } } of measured) {
    // What earlier checks left in shared namespaces may be removed while another one runs.
    const isLeft = String(query.labelSelector).startsWith("plumbline/scope in (");
    for (const { verb, resource } of accesses) {
      const plan = isLeft ? planned : planFor(check);
      if (!plan[resource]?.includes(verb)) outside.add(`${check}: ${verb} ${resource}`);
    }
  }
  assertEquals([...outside], [], "Run deno task plan to measure again what checks touch");
});

Deno.test("the plan lists no unused permission", () => {
  const done = new Set(
    whole.requests.flatMap(({ accesses }) =>
      accesses.map(({ verb, resource }) => `${verb} ${resource}`)
    ),
  );
  const planned = Object.entries(planOf(CHECKS))
    .flatMap(([resource, verbs]) => verbs.map((verb) => `${verb} ${resource}`));
  const idle = planned.filter((each) => !done.has(each));
  // What a target needs that has controllers, or does not say its dialect; what writing roles
  // takes; types and subresources that no server has and verbs that no review has, of which a quick run generates
  // few; and alpha versions.
  const due =
    /^(list serviceaccounts|update namespaces\/finalize|get \/(apis|version)|(escalate|bind) |list \w+plumbs|(?!create )\w+ \w+reviews\.|\w+ \w+reviews\/status|\w+ (?!deployments)\w+\/status|\w+ \w+\/plumbline|impersonate (uids|userextras))/;
  assertEquals(idle.filter((each) => !due.test(each)), []);
});

Deno.test("foreign objects are unchanged", () => {
  assertEquals(whole.others.after, whole.others.before);
});

Deno.test("every created object has the run's label, or is inside one that has", () => {
  const own = new RegExp(`/namespaces/plumbline-${whole.run}-`);
  const creates = whole.requests.filter(({ request, status }) =>
    status === 201 && request.method === "POST" && !/reviews$/.test(request.path) &&
    // A dry run creates nothing.
    request.query?.dryRun !== "All"
  );
  assert(creates.length > 2_000);
  const bare = creates.filter(({ request }) =>
    !own.test(request.path) && !labelled(request.body) &&
    !(textOf(request.bytes).includes("plumbline/run") && textOf(request.bytes).includes(whole.run))
  );
  assertEquals([...new Set(bare.map(({ check, request }) => `${check} ${request.path}`))], []);
});

/** Returns the text of a body that is sent as bytes; labels are text in Protobuf, too. */
const textOf = (bytes: Uint8Array | undefined): string => new TextDecoder().decode(bytes);

function labelled(body: Json | undefined): boolean {
  return typeof body === "string"
    ? body.includes("plumbline/run")
    : JSON.stringify(body ?? "").includes(`"plumbline/run":"${whole.run}"`);
}

Deno.test("no write affects foreign objects", () => {
  const mine = new RegExp(`plumbline-${whole.run}-|/p${whole.run}-[0-9a-z]{4}[0-9]{2}`);
  const reaching = whole.requests.filter(({ request, status }) =>
    request.method !== "GET" && request.method !== "POST" && status < 300 &&
    !mine.test(request.path) &&
    !request.query?.labelSelector?.includes(`plumbline/scope=p${whole.run}-`)
  );
  assertEquals(
    reaching.map(({ check, request }) => `${check} ${request.method} ${request.path}`),
    [],
  );
});

Deno.test("a plan grants no more than the run needs", () => {
  const verbs = (ids: RegExp) => planOf(CHECKS.filter(({ id }) => ids.test(id)));
  assertEquals(Object.keys(verbs(/^health\//)).filter((each) => each.includes("/")).sort(), [
    "/api",
    "/api/*",
    "/apis",
    "/apis/*",
    "/healthz",
    "/livez",
    "/livez/*",
    "/plumbline-unserved",
    "/readyz",
    "/readyz/*",
    "/version",
    "namespaces/finalize",
  ]);
  assertEquals(verbs(/^secrets\//)["deployments.apps"], ["list"]);
  assertEquals(clusterRoleOf(verbs(/^nothing$/), DIALECTS.kubernetes).kind, "ClusterRole");
});
