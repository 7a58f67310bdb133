import { assertEquals } from "@std/assert";
import type { RunEvent } from "@plumbline/reports/events";
import { reportOf } from "@plumbline/reports/report";
import { ForwardingClient } from "../../client/forwarding_client.ts";
import type { HttpClient, HttpRequest, HttpResponse } from "../../client/http_client.ts";
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

Deno.test("what a controller writes is no effect of a forbidden write", async () => {
  await using embedded = await startEmbedded();
  const target = { ...embedded, client: new WithController(embedded.client) };
  const forbidden = async (leftOut: Record<string, string>) => {
    const events: RunEvent[] = [];
    await runChecks({
      target: { ...target, leftOut },
      areas: AREAS,
      checks: CHECKS.filter(({ id }) => id === "access/operations"),
      seed: 1,
      runs: 100,
      limits: { explainTime: 0 },
      emit: (event) => void events.push(event),
    });
    const failures = reportOf(events).checks.flatMap(({ failures }) => failures);
    return failures.some(({ requirement }) => requirement === "access.forbidden-changes-nothing");
  };
  assertEquals(await forbidden({ deployments: "a controller writes the status" }), false);
  assertEquals(await forbidden({}), true);
});
