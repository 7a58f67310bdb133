import { assertEquals } from "@std/assert";
import type { Exchange } from "./events.ts";
import { namedRequest } from "./likeness.ts";

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
