/**
 * The public test cases of JSON patch (`fixtures/patches/`) over HTTP, one request per row: the
 * document is stored in a field, patched there, compared and removed.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import jsonPatches from "../../fixtures/patches/json_patch.json" with { type: "json" };
import type { Json, JsonObject } from "../object.ts";
import { secretOf, SECRETS, type TestServer, withServer } from "../testing.ts";

const PATH = `${SECRETS}/a`;
const FIELD = "/row";
const TYPE = "application/json-patch+json";

type Row = readonly [name: string, document: Json, patch: JsonObject[], result?: Json];

const patch = (server: TestServer, body: unknown) =>
  server.ask("PATCH", PATH, { body, type: TYPE });

/** Returns a row's operation, moved into the field. */
function within(operation: JsonObject): JsonObject {
  const moved = { ...operation };
  for (const pointer of ["path", "from"]) {
    if (typeof moved[pointer] === "string") moved[pointer] = FIELD + moved[pointer];
  }
  return moved;
}

Deno.test("each row of the JSON patch table is applied or rejected over HTTP, and never in part", async () => {
  await withServer(async (server) => {
    const before = await server.must("POST", SECRETS, { body: secretOf("a") });
    for (const [name, document, operations, result] of jsonPatches as unknown as readonly Row[]) {
      const steps: JsonObject[] = [
        { op: "add", path: FIELD, value: document },
        ...operations.map(within),
        ...(result === undefined ? [] : [{ op: "test", path: FIELD, value: result }]),
        { op: "remove", path: FIELD },
      ];
      const { status, text } = await patch(server, steps);
      const expected = result === undefined ? [400, 422] : [200];
      assertEquals(expected.includes(status), true, `${name}: ${status} ${text}`);
    }
    assertEquals(await server.must("GET", PATH), before);
  });
});

Deno.test("an operation with a duplicate key is a duplicate field", async () => {
  await withServer(async (server) => {
    await server.must("POST", SECRETS, { body: secretOf("a") });
    // The two cases of the table that a JSON value cannot represent.
    for (
      const body of [
        '[{"op":"add","path":"/baz","value":"qux","op":"remove"}]',
        '[{"op":"add","path":"/baz","value":"qux","op":"move","from":"/foo"}]',
      ]
    ) {
      assertEquals(
        (await patch(server, body)).status,
        422,
        "the last one counts, and does not fit",
      );
    }
    const body = '[{"op":"remove","path":"/metadata/uid","op":"add","value":{},"path":"/data"}]';
    const strict = await server.ask("PATCH", `${PATH}?fieldValidation=Strict`, {
      body,
      type: TYPE,
    });
    assertEquals([strict.status, strict.body.reason], [400, "BadRequest"], strict.text);
  });
});
