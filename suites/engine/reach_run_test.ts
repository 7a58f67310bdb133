import { assertEquals } from "@std/assert";
import { startServer } from "@plumbline/reference";
import { AREAS } from "../areas/mod.ts";
import { connect } from "../connect/connect.ts";
import { runChecks } from "./run.ts";

/** The checks that enumerate operations and forms; what they reach, a run of all checks does, too. */
const CHECKS = new Set([
  "apply/manager-of-status-writes",
  "exchanges/sequences",
  "negotiation/response-forms",
  "negotiation/body-forms",
  "negotiation/protobuf-watch",
  "negotiation/table",
  "negotiation/table-default-columns",
  "negotiation/table-objects",
  "negotiation/table-watch",
  "watch/neighbour-namespaces",
]);

Deno.test("the server has no resource, verb or form that no check reaches", async () => {
  await using server = await startServer({
    dialect: "svc",
    kinds: "specification",
    runtimeConfig: { "authentication.svc.io/v1alpha1": true },
  });
  const target = await connect({ url: server.url, dialect: "svc", token: server.token() });
  const areas = AREAS.map((area) => ({
    ...area,
    checks: area.checks.filter(({ id }) => CHECKS.has(id)),
  }));
  const unreached: string[] = [];
  try {
    await runChecks({
      target,
      areas,
      seed: 7,
      emit: (event) => {
        if (event.type === "run finished") unreached.push(...event.unreached ?? []);
      },
    });
  } finally {
    await target.close();
  }
  assertEquals(unreached, []);
});
