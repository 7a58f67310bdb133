import { assertEquals } from "@std/assert";
import { DIALECTS } from "../client/dialect.ts";
import type { HttpRequest, HttpResponse, JsonObject } from "../client/http_client.ts";
import { resourceType } from "../resources/mod.ts";
import type { ExecutionScope } from "./execution_scope.ts";
import { removeTrial } from "./trial_requests.ts";

/** Deletes an object of a server that answers the deletion so, and reads with these statuses. */
function removed(metadata: JsonObject, ...statuses: readonly number[]) {
  const rest = [...statuses];
  const answer = (status: number, json: JsonObject): Promise<HttpResponse> =>
    Promise.resolve({ status, json, text: "", headers: new Headers() });
  const scope = {
    namespaces: ["one"],
    target: { dialect: DIALECTS.svc },
    name: () => "probe",
    send: ({ method }: HttpRequest) =>
      method === "DELETE"
        ? answer(200, { kind: "Secret", metadata })
        : answer(rest.shift() ?? 404, { kind: "Secret", metadata }),
  };
  return removeTrial(scope as unknown as ExecutionScope, resourceType("secrets"));
}

const deletionTimestamp = "2026-01-01T00:00:00Z";

Deno.test("an object that is gone at once is not removed later, whatever its deletion shows", async () => {
  assertEquals(await removed({ deletionTimestamp }, 404), {});
  assertEquals(await removed({}, 404), {});
});

Deno.test("an object that is still there after its deletion, or has finalizers, is removed later", async () => {
  assertEquals(await removed({ deletionTimestamp }, 200, 404), { later: [] });
  const held = { deletionTimestamp, finalizers: ["a/b"] };
  assertEquals(await removed(held, 404), { later: ["a/b"] });
});
