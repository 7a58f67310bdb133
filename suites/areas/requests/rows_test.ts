import { assert, assertEquals } from "@std/assert";
import type { RunEvent } from "@plumbline/reports/events";
import { reportOf } from "@plumbline/reports/report";
import type { Check } from "../../check.ts";
import { ForwardingClient } from "../../client/forwarding_client.ts";
import type { HttpClient, HttpResponse } from "../../client/http_client.ts";
import type { Target } from "../../client/target.ts";
import { startEmbedded } from "../../embedded/embedded_target.ts";
import { runChecks } from "../../engine/run.ts";
import { requests } from "./mod.ts";
import { groupRows } from "./row_groups.ts";

const TARGET = {} as Target;

/** Returns the types of the cases that are tried in place of a failing one of Deployments. */
function simplerTypes(id: string): ReadonlySet<string> {
  const check = requests.checks.find((one) => one.id === id);
  assert(check?.kind === "property");
  const row = { resource: "deployments", state: "live", change: "label", pretty: "true" };
  const simpler = [...check.arbitrary(TARGET).shrink(row, undefined)];
  assert(simpler.length > 0);
  return new Set(simpler.map(({ value }) => (value as { resource: string }).resource));
}

Deno.test("a failing write to a status is not shrunk to one of a type without a status", () => {
  assertEquals(simplerTypes("requests/update-status"), new Set(["deployments"]));
  assertEquals(simplerTypes("requests/patch-status"), new Set(["deployments"]));
  assert(simplerTypes("requests/update").has("secrets"));
});

Deno.test("rows that change nothing of the same object are one case, and shrunk to one of them", () => {
  const row = { resource: "secrets", state: "live" } as const;
  const dryRun = { ...row, flaw: "none", dryRun: "All" } as const;
  const refused = { ...row, flaw: "other kind" } as const;
  const accepted = { ...row, flaw: "none", dryRun: "none" } as const;
  const stale = { ...row, flaw: "stale version" } as const;
  const elsewhere = { ...refused, state: "held" } as const;
  const inputs = groupRows("update", [dryRun, accepted, refused, stale, elsewhere]);
  assertEquals(inputs, [accepted, { ...dryRun, also: [refused] }, stale, elsewhere]);
  const check = requests.checks.find(({ id }) => id === "requests/update");
  assert(check?.kind === "property");
  const simpler = [...check.arbitrary(TARGET).shrink(inputs[1], undefined)];
  assertEquals(simpler.map(({ value }) => value), [dryRun, refused]);
});

Deno.test("rows that may change something are cases of their own", () => {
  // An update may create an absent object.
  const absent = { resource: "secrets", state: "absent", flaw: "absent object" } as const;
  assertEquals(groupRows("update", [absent, absent]).length, 2);
  assertEquals(groupRows("merge-patch", [absent, absent]).length, 1);
});

/** A client of a target that accepts what is invalid, and ignores `dryRun`, for one method. */
class Careless extends ForwardingClient implements HttpClient {
  readonly #method: string;

  constructor(client: HttpClient, method: string) {
    super(client);
    this.#method = method;
  }

  async send(...[request, ...rest]: Parameters<HttpClient["send"]>): Promise<HttpResponse> {
    if (request.method !== this.#method) return await this.client.send(request, ...rest);
    const { dryRun: _, ...query } = request.query ?? {};
    const response = await this.client.send({ ...request, query }, ...rest);
    return response.status === 400 ? { ...response, status: 200 } : response;
  }

  watch(...args: Parameters<HttpClient["watch"]>) {
    return this.client.watch(...args);
  }
}

/** Returns the requirements that one case violates on a careless target. */
async function violated(action: string, method: string, input: unknown): Promise<string[]> {
  await using embedded = await startEmbedded();
  const check = requests.checks.find(({ id }) => id === `requests/${action}`);
  assert(check?.kind === "property");
  const events: RunEvent[] = [];
  await runChecks({
    target: { ...embedded, client: new Careless(embedded.client, method) },
    areas: [requests],
    checks: [{ ...check, caseList: () => ({ inputs: [input] }) } as Check],
    seed: 1,
    limits: { explainTime: 0 },
    emit: (event) => void events.push(event),
  });
  return reportOf(events).checks.flatMap(({ failures }) =>
    failures.map(({ requirement }) => requirement)
  ).toSorted();
}

Deno.test("rows behind one that is wrongly accepted are judged for another object", async () => {
  const row = { resource: "secrets", state: "live", watch: "yes" };
  const dryRun = { ...row, flaw: "none", dryRun: "All" };
  assertEquals(await violated("update", "PUT", { ...row, flaw: "other kind", also: [dryRun] }), [
    "requests.body-refused",
    "requests.dry-run-changes-nothing",
    "requests.watch-silent",
  ]);
});

Deno.test("rows behind one that is wrongly accepted are judged for another collection", async () => {
  const row = { resource: "secrets", selector: "label", options: "query", watch: "yes" };
  const dryRun = { ...row, flaw: "none", dryRun: "All" };
  const refused = { ...row, flaw: "malformed selector" };
  const found = await violated("deletecollection", "DELETE", { ...refused, also: [dryRun] });
  assertEquals(
    found,
    await violated("deletecollection", "DELETE", refused).then(async (one) =>
      [...new Set([...one, ...await violated("deletecollection", "DELETE", dryRun)])].toSorted()
    ),
  );
  assert(found.length > 1, found.join());
});
