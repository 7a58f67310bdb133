import { assertEquals } from "@std/assert";
import type { RunEvent } from "@plumbline/reports/events";
import { reportOf } from "@plumbline/reports/report";
import { ForwardingClient } from "../../client/forwarding_client.ts";
import type { HttpClient, HttpRequest, HttpResponse } from "../../client/http_client.ts";
import type { Target } from "../../client/target.ts";
import { startEmbedded } from "../../embedded/embedded_target.ts";
import { runChecks } from "../../engine/run.ts";
import { asObject } from "../../model/object.ts";
import { AREAS, CHECKS } from "../mod.ts";

/** A client of a target whose controller gives each Deployment an annotation and a status. */
class WithController extends ForwardingClient implements HttpClient {
  async send(...args: Parameters<HttpClient["send"]>): Promise<HttpResponse> {
    const response = await this.client.send(...args);
    const object = asObject(response.json);
    const [{ method, path }] = args as [HttpRequest];
    const isRead = method === "GET" && /\/deployments\/[^/]+$/.test(path);
    if (!isRead || response.status !== 200 || object === undefined) return response;
    const annotations = { "deployment.kubernetes.io/revision": "1" };
    const metadata = { ...asObject(object.metadata), annotations };
    return { ...response, json: { ...object, metadata, status: { observedGeneration: 1 } } };
  }

  watch(...args: Parameters<HttpClient["watch"]>) {
    return this.client.watch(...args);
  }
}

/**
 * A client of two replicas of a target, of which the second still decides by the former policy:
 * each write that is forbidden is allowed once by it, in a dry run.
 */
class WithStaleReplica extends ForwardingClient implements HttpClient {
  readonly #answered = new Set<string>();

  async send(request: HttpRequest, ...rest: unknown[]): Promise<HttpResponse> {
    const response = await this.client.send(request, ...rest as []);
    const isUsers = request.identity !== undefined || request.headers !== undefined;
    if (response.status !== 403 || !isUsers || request.query?.dryRun !== "All") return response;
    const key = JSON.stringify([request.method, request.path, request.body, request.headers]);
    if (this.#answered.has(key)) return response;
    this.#answered.add(key);
    const { identity: _, headers, ...others } = request;
    const own = Object.entries(headers ?? {}).filter(([name]) => !/^impersonate/i.test(name));
    return await this.client.send({ ...others, headers: Object.fromEntries(own) });
  }

  watch(...args: Parameters<HttpClient["watch"]>) {
    return this.client.watch(...args);
  }
}

/** Runs `access/operations`, and returns the requirements that fail. */
async function failuresOf(target: Target, seed: number, runs: number): Promise<string[]> {
  const events: RunEvent[] = [];
  await runChecks({
    target,
    areas: AREAS,
    checks: CHECKS.filter(({ id }) => id === "access/operations"),
    seed,
    runs,
    limits: { explainTime: 0 },
    emit: (event) => void events.push(event),
  });
  return reportOf(events).checks.flatMap(({ failures }) =>
    failures.map(({ requirement }) => requirement)
  );
}

Deno.test("a replica that still decides by the former policy is waited for", async () => {
  await using embedded = await startEmbedded();
  const failures = (propagation: number) => {
    const client = new WithStaleReplica(embedded.client);
    return failuresOf({ ...embedded, client, waits: { ...embedded.waits, propagation } }, 71, 20);
  };
  assertEquals(await failures(2_000), []);
  assertEquals(new Set(await failures(0)), new Set(["access.dry-run-authorized-alike"]));
});

Deno.test("what a controller writes is no effect of a forbidden write", async () => {
  await using embedded = await startEmbedded();
  const client = new WithController(embedded.client);
  const forbidden = async (leftOut: Record<string, string>) =>
    (await failuresOf({ ...embedded, client, leftOut }, 1, 100))
      .includes("access.forbidden-changes-nothing");
  assertEquals(await forbidden({ deployments: "a controller writes the status" }), false);
  assertEquals(await forbidden({}), true);
});
