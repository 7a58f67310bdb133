import { assertEquals } from "@std/assert";
import type { HttpRequest } from "../../client/http_client.ts";
import { writeObject } from "../protobuf/write.ts";
import { resourceRequestOf } from "./resource_request.ts";

const OPTIONS = { apiVersion: "v1", kind: "DeleteOptions" };
const DRY = { ...OPTIONS, dryRun: ["All"] };

const isDryRun = (request: Partial<HttpRequest>): boolean | undefined =>
  resourceRequestOf({
    method: "DELETE",
    path: "/api/v1/namespaces/one/secrets/two",
    ...request,
  })?.dryRun;

Deno.test("dryRun is found in the options of a deletion in each form", () => {
  assertEquals(isDryRun({ body: DRY }), true);
  assertEquals(isDryRun({ body: OPTIONS }), false);
  assertEquals(isDryRun({ body: "kind: DeleteOptions\ndryRun: [All]\n" }), true);
  assertEquals(isDryRun({ body: "kind: DeleteOptions\n" }), false);
  assertEquals(isDryRun({ bytes: writeObject(DRY) }), true);
  assertEquals(isDryRun({ bytes: writeObject(OPTIONS) }), false);
  assertEquals(isDryRun({}), false);
  assertEquals(isDryRun({ query: { dryRun: "All" } }), true);
});

Deno.test("a body that cannot be read may be a dry run", () => {
  assertEquals(isDryRun({ bytes: new Uint8Array([1, 2, 3]) }), true);
});
