import { assertEquals } from "@std/assert";
import type { RunEvent } from "@plumbline/reports/events";
import { reportOf } from "@plumbline/reports/report";
import { ForwardingClient } from "../../client/forwarding_client.ts";
import type { HttpClient, HttpRequest } from "../../client/http_client.ts";
import { startEmbedded } from "../../embedded/embedded_target.ts";
import { runChecks } from "../../engine/run.ts";
import { asObject } from "../../model/object.ts";
import { AREAS, CHECKS } from "../mod.ts";

/** A client of a target that takes every write for one without a resourceVersion. */
class WithoutVersions extends ForwardingClient implements HttpClient {
  send(request: HttpRequest, ...rest: unknown[]) {
    const body = asObject(request.body);
    const metadata = asObject(body?.metadata);
    if (body === undefined || metadata === undefined) {
      return this.client.send(request, ...rest as []);
    }
    const { resourceVersion: _, ...others } = metadata;
    return this.client.send({ ...request, body: { ...body, metadata: others } }, ...rest as []);
  }

  watch(...args: Parameters<HttpClient["watch"]>) {
    return this.client.watch(...args);
  }
}

Deno.test("the object is not compared with one of several winners of a race", async () => {
  await using embedded = await startEmbedded();
  const events: RunEvent[] = [];
  await runChecks({
    target: { ...embedded, client: new WithoutVersions(embedded.client) },
    areas: AREAS,
    checks: CHECKS.filter(({ id }) => id === "resource-versions/one-writer-wins"),
    seed: 1,
    runs: 100,
    limits: { explainTime: 0 },
    emit: (event) => void events.push(event),
  });
  const failures = reportOf(events).checks.flatMap(({ failures }) => failures);
  assertEquals(
    new Set(failures.map(({ requirement }) => requirement)),
    new Set([
      "resource-versions.one-writer-wins",
    ]),
  );
});
