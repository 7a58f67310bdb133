import { assertEquals } from "@std/assert";
import type { HttpRequest, JsonObject, WatchStream } from "../../client/http_client.ts";
import { seenIn } from "./behaviour.ts";
import { skippingWatches } from "./skipped_changes.ts";

const PATH = "/api/v1/namespaces/a/secrets";

const object = (version: string, uid = "u"): JsonObject => ({
  kind: "Secret",
  metadata: { name: uid, namespace: "a", uid, resourceVersion: version },
});

const answered = (request: HttpRequest, status: number, json: JsonObject) =>
  seenIn(request, { status, headers: new Headers(), text: "", json });

const created = answered({ method: "POST", path: PATH }, 201, object("2"));
const updated = answered({ method: "PUT", path: `${PATH}/u` }, 200, object("3"));
const listed = answered({ method: "GET", path: PATH }, 200, { items: [object("3")] });

/** A watch that sends changes of these versions. */
function watched(from: string, versions: readonly string[], path = PATH) {
  const documents = versions.map((version) => ({ type: "MODIFIED", object: object(version) }));
  const stream = { documents } as unknown as WatchStream;
  const query = { resourceVersion: from };
  const response = { status: 200, headers: new Headers(), text: "", json: undefined };
  return seenIn({ method: "GET", path, query }, response, { stream });
}

Deno.test("a watch skips a change if it sends a later one, and something else shows it", () => {
  const skips = (...versions: readonly string[]) =>
    skippingWatches([watched("1", versions), created, updated, listed]).length > 0;
  assertEquals(skips("2", "4"), true);
  assertEquals(skips("2", "3", "4"), false);
  // It may send more.
  assertEquals(skips("2"), false);
  // Only the answer of the create has its version: that may be another.
  assertEquals(skips("3", "4"), false);
});

Deno.test("a watch skips nothing that is of before it, or of another collection", () => {
  const all = [created, updated, listed];
  assertEquals(skippingWatches([...all, watched("3", ["4"])]), []);
  assertEquals(skippingWatches([...all, watched("2", ["4"])]), [3]);
  const other = watched("2", ["4"], "/api/v1/namespaces/b/secrets");
  assertEquals(skippingWatches([...all, other]), []);
  assertEquals(skippingWatches([...all, watched("2", ["4"], "/api/v1/secrets")]), [3]);
});
