import { assertEquals } from "@std/assert";
import type { HttpRequest, Json, JsonObject } from "../../client/http_client.ts";
import { seenIn } from "./behaviour.ts";
import { unnamedFields } from "./unnamed_fields.ts";

const PATH = "/apis/apps/v1/namespaces/a/deployments";

/** Returns what a write shows that is answered with a warning, or with an error. */
function shownBy(
  body: Json,
  { status = 200, warning, message = "", ...request }: Partial<HttpRequest> & {
    readonly status?: number;
    readonly warning?: string;
    readonly message?: string;
  } = {},
): string[] {
  const headers = new Headers(warning === undefined ? {} : { warning: `299 - "${warning}"` });
  const answer: JsonObject = status < 300 ? { kind: "Deployment" } : { kind: "Status", message };
  return unnamedFields(seenIn(
    { method: "PUT", path: `${PATH}/d`, body: body as JsonObject, ...request },
    { status, headers, text: "", json: answer },
  ));
}

const IN_LATER = "An unknown field in a later item of a list is dropped and not named";

Deno.test("a write that drops an unknown field and does not name it shows where the field is", () => {
  const body = { spec: { unknown0: 1, items: [{ a: 1 }, { unknown1: 2 }] } };
  const both = 'unknown field "spec.unknown0", unknown field "spec.items[1].unknown1"';
  assertEquals(shownBy(body, { warning: both }), []);
  const first = 'unknown field "spec.unknown0"';
  const Strict = { query: { fieldValidation: "Strict" } };
  for (
    const shown of [
      shownBy(body, { warning: first }),
      shownBy(body, { ...Strict, status: 400, message: `strict decoding error: ${first}` }),
    ]
  ) {
    assertEquals(shown[0], IN_LATER);
    assertEquals(
      shown.at(-1),
      "An update of deployments does not name each unknown field that it drops",
    );
  }
  assertEquals(shownBy(body).slice(0, 2), [
    "An unknown field in a field that is an object is dropped and not named",
    IN_LATER,
  ]);
});

Deno.test("fields of a JSON patch, and those in another letter case, are known by their paths", () => {
  const operations = [{ op: "add", path: "/spec/items/1/unknown0", value: 1 }];
  const headers = { "Content-Type": "application/json-patch+json" };
  const shown = shownBy(operations, { method: "PATCH", headers });
  assertEquals(shown.slice(0, 2), [
    IN_LATER,
    "A patch does not name each unknown field that it drops",
  ]);
  assertEquals(
    shownBy({ metadata: { Labels: {} } })[0]!.slice(0, 28),
    "An unknown field in metadata",
  );
});

Deno.test("what is not to be named, or rejected for another reason, shows nothing", () => {
  const body = { unknown0: 1 };
  assertEquals(shownBy(body, { query: { fieldValidation: "Ignore" } }), []);
  assertEquals(shownBy(body, { status: 409, message: "conflict" }), []);
  assertEquals(shownBy(body, { status: 400, message: "the name is too long" }), []);
  assertEquals(shownBy({ metadata: { labels: { Unknown: "a", unknown0: "b" } } }), []);
});
