import { assertEquals } from "@std/assert";
import type { Exchange, Failure } from "./events.ts";
import { namedRequest, rejectionOf } from "./likeness.ts";

const PATH = "/apis/apps/v1/namespaces/a/deployments";

const sent = (method: string, path: string): Exchange => ({
  method,
  path,
  identity: "current",
  requestHeaders: {},
  status: 200,
  responseHeaders: {},
  responseBody: "",
  sentAt: 0,
  duration: 1,
});

Deno.test("of the requests that a requirement names side by side, the last one is meant", () => {
  const created = sent("POST", PATH);
  const updated = sent("PUT", `${PATH}/b/status`);
  const deleted = sent("DELETE", PATH);
  for (
    const [statement, requests, named] of [
      ["The response to a create, update, merge patch or apply has fields", [
        created,
        updated,
      ], updated],
      ["A create, update, deletion or review with a body in Protobuf", [created, deleted], deleted],
      ["A create or an update is answered", [created, updated], updated],
      ["An update or patch of an existing object", [created, updated], updated],
      ["An update of an object that was deleted", [updated, deleted], updated],
      ["A dry-run delete does not start the deletion", [created, deleted, updated], deleted],
      ["An object has a name", [created], undefined],
    ] as const
  ) {
    assertEquals(namedRequest(statement, requests), named, statement);
  }
});

Deno.test("a review that is answered with an error is refused, whatever its decision was to be", () => {
  const reviews = "/apis/authorization.example/v1/subjectaccessreviews?dryRun=All";
  const refused = (expected: string, actual: string, status: number): Failure => ({
    requirement: "access.only-names-listed",
    statement: "",
    expected,
    actual,
    exchange: [{ ...sent("POST", reviews), status, responseBody: '{"message":"no dryRun"}' }],
    confirmed: { attempts: 1, reproduced: 1 },
  } as unknown as Failure);
  const forbidden = rejectionOf(refused("review forbidden: x", "400 BadRequest: no dryRun", 400));
  assertEquals(forbidden, rejectionOf(refused("success", "400 BadRequest: no dryRun", 400)));
  assertEquals(forbidden === undefined, false);
  assertEquals(rejectionOf(refused("review forbidden: x", "403 Forbidden", 403)), undefined);
});
