import { assertEquals, assertMatch, assertRejects } from "@std/assert";
import { Discard } from "../check.ts";
import { DIALECTS } from "../client/dialect.ts";
import type { HttpRequest, HttpResponse, Json, JsonObject } from "../client/http_client.ts";
import type { Adaptation } from "../client/resource_type.ts";
import { resourceType } from "../resources/mod.ts";
import { sendAdapted, settledState } from "./adapted_requests.ts";

const SECRETS = "/api/v1/namespaces/one/secrets";

const created = (metadata: JsonObject = {}, others: JsonObject = {}): JsonObject => ({
  kind: "Secret",
  metadata: { name: "a", uid: "1", resourceVersion: "1", ...metadata },
  ...others,
});

/** Sends a request for secrets, which have an adaptation, to a server that answers in this order. */
async function send(
  adaptation: Adaptation,
  request: HttpRequest,
  ...answers: readonly (readonly [number, Json])[]
) {
  const sent: HttpRequest[] = [];
  const rest = [...answers];
  const target = {
    dialect: DIALECTS.svc,
    types: [{ ...resourceType("secrets"), adaptation }],
  };
  const response = await sendAdapted(request, {
    target,
    send: (each): Promise<HttpResponse> => {
      sent.push(each);
      const [status, json] = rest.shift() ?? [404, { kind: "Status" }];
      const text = JSON.stringify(json);
      return Promise.resolve({ status, json, text, headers: new Headers(), exchange: sent.length });
    },
  });
  const { status, json, exchange, own } = response;
  return { sent, status, json, exchange, own: own?.json };
}

const POST: HttpRequest = { method: "POST", path: SECRETS, body: created() };
const requestsOf = (sent: readonly HttpRequest[]) => sent.map(({ method }) => method).join(" ");

Deno.test("the finalizers that a server adds are removed, those of the check stay", async () => {
  const first = created({ finalizers: ["server/protects", "own/holds"] });
  const last = created({ finalizers: ["own/holds"], resourceVersion: "2" });
  const { sent, ...response } = await send(
    { finalizers: ["server/protects"] },
    POST,
    [201, first],
    [200, first],
    [200, last],
    [200, last],
  );
  assertEquals(requestsOf(sent), "POST GET PATCH GET");
  assertEquals(sent[2]?.body, { metadata: { finalizers: ["own/holds"] } });
  assertEquals(response, { status: 201, json: last, exchange: 1, own: first });
});

Deno.test("a create returns the object once another client has written its status", async () => {
  const conditions = [{ type: "Ready", status: "True" }];
  const settled = created({ resourceVersion: "3" }, { status: { conditions } });
  const { sent, ...response } = await send(
    { settled: settledState(settled) },
    POST,
    [201, created()],
    [200, created()],
    ...Array.from({ length: 50 }, () => [200, settled] as const),
  );
  assertMatch(requestsOf(sent), /^POST GET GET GET/);
  assertEquals([response.status, response.json], [201, settled]);
});

Deno.test("a create that another request of the check followed is answered as it was", async () => {
  const labels = { changed: "yes" };
  const changed = created({ resourceVersion: "3", labels });
  const { json } = await send(
    { settled: { managers: [], conditions: [] } },
    POST,
    [201, created()],
    [200, changed],
    [
      200,
      changed,
    ],
  );
  assertEquals(json, created());
});

Deno.test("dry runs and refused creates are sent as they are", async () => {
  const dry = { ...POST, query: { dryRun: "All" } };
  const adaptation = { finalizers: ["server/protects"], settled: { managers: [], conditions: [] } };
  assertEquals(requestsOf((await send(adaptation, dry, [201, created()])).sent), "POST");
  assertEquals(requestsOf((await send(adaptation, POST, [409, {}])).sent), "POST");
});

Deno.test("a deletion waits for the server, not for a finalizer of the check", async () => {
  const request = { method: "DELETE", path: `${SECRETS}/a` } as const;
  const deleting = (finalizers: string[]) => created({ deletionTimestamp: "now", finalizers });
  const adaptation = { removedLater: ["server/cleans"] };
  const own = deleting(["server/cleans"]);
  const waited = await send(adaptation, request, [200, own], [200, own], [404, {}]);
  assertEquals(requestsOf(waited.sent), "DELETE GET GET");
  const held = deleting(["own/holds"]);
  const left = await send(adaptation, request, [200, held], [200, held]);
  assertEquals(requestsOf(left.sent), "DELETE GET");
  const both = deleting(["own/holds", "server/cleans"]);
  const cleaned = await send(adaptation, request, [200, both], [200, both], [200, held]);
  assertEquals(requestsOf(cleaned.sent), "DELETE GET GET");
});

Deno.test("objects with the ending are finalized, others of the type are not", async () => {
  const adaptation = { removedLater: [], finalizedAs: "-finalized" };
  const deleting = (name: string) =>
    created({ name, deletionTimestamp: "now" }, { spec: { finalizers: ["kubernetes"] } });
  const path = `${SECRETS}/a-finalized`;
  const own = deleting("a-finalized");
  const removed = await send(adaptation, { method: "DELETE", path }, [200, own], [200, own]);
  assertEquals(requestsOf(removed.sent), "DELETE GET PUT GET");
  assertEquals(removed.sent[2]?.path, `${path}/finalize`);
  assertEquals((removed.sent[2]?.body as JsonObject).spec, { finalizers: [] });
  const other = { method: "DELETE", path: `${SECRETS}/a` } as const;
  assertEquals(requestsOf((await send(adaptation, other, [200, deleting("a")])).sent), "DELETE");
});

Deno.test("a deletion gets a policy unless the check sends one", async () => {
  const adaptation = { deletesInBackground: true };
  const request = { method: "DELETE", path: `${SECRETS}/a` } as const;
  const queryOf = async (more: Partial<HttpRequest>) => {
    const { sent: [first] } = await send(adaptation, { ...request, ...more }, [200, {}]);
    return first?.body ?? first?.query;
  };
  assertEquals(await queryOf({}), { propagationPolicy: "Background" });
  assertEquals(await queryOf({ query: { propagationPolicy: undefined } }), {
    propagationPolicy: "Background",
  });
  assertEquals(await queryOf({ query: { propagationPolicy: "Orphan" } }), {
    propagationPolicy: "Orphan",
  });
  assertEquals(await queryOf({ body: { gracePeriodSeconds: 0 } }), {
    gracePeriodSeconds: 0,
    propagationPolicy: "Background",
  });
});

Deno.test("a collection that cannot be deleted is none to decide about", async () => {
  const secrets = { ...resourceType("secrets"), unserved: ["deletecollection"] as const };
  const adapting = {
    target: { dialect: DIALECTS.svc, types: [secrets] },
    send: () => Promise.reject(new Error("sent")),
  };
  await assertRejects(
    () => sendAdapted({ method: "DELETE", path: SECRETS }, adapting),
    Discard,
    "does not serve deletecollection",
  );
  const one = { method: "DELETE", path: `${SECRETS}/a` } as const;
  await assertRejects(() => sendAdapted(one, adapting), Error, "sent");
});
