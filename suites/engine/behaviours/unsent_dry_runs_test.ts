import { assertEquals } from "@std/assert";
import type { HttpRequest, JsonObject } from "../../client/http_client.ts";
import { FIELD_SELECTIONS } from "./read_substitutes.ts";
import { DRY_RUNS } from "./unsent_dry_runs.ts";

const PATH = "/api/v1/namespaces/n/secrets";
const stored = { kind: "Secret", metadata: { name: "a" } };

/** Returns what is sent in place of a request, with the answer. */
async function replaced(request: HttpRequest) {
  const sent: string[] = [];
  const send = ({ method, path }: HttpRequest) => {
    sent.push(`${method} ${path}`);
    const json: JsonObject = stored;
    return Promise.resolve({ status: 200, headers: new Headers(), json, text: "" });
  };
  const response = await DRY_RUNS.relieve!().replace!(request, send);
  return [sent, response?.status, response?.json];
}

Deno.test("a dry run is not sent: the object that exists, or that it sends, is the answer", async () => {
  const query = { dryRun: "All" };
  const body = { kind: "Secret", metadata: { name: "b" } };
  assertEquals(await replaced({ method: "PUT", path: `${PATH}/a`, query, body }), [
    [`GET ${PATH}/a`],
    200,
    stored,
  ]);
  assertEquals((await replaced({ method: "POST", path: PATH, query, body })).slice(1), [201, body]);
  assertEquals(await replaced({ method: "DELETE", path: `${PATH}/a` }), [[], undefined, undefined]);
});

Deno.test("a watch has no events of objects that its field selector does not select", () => {
  const { document } = FIELD_SELECTIONS.relieve!();
  const shown = (name: string) =>
    document!({ type: "ADDED", object: { metadata: { name } } }, {
      path: PATH,
      query: { fieldSelector: "metadata.name=a" },
    })?.type;
  assertEquals(["a", "b"].map(shown), ["ADDED", undefined]);
});
