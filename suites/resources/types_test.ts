import { assert, assertEquals, assertNotEquals } from "@std/assert";
import { DIALECTS } from "../client/dialect.ts";
import type { Json, JsonObject } from "../client/http_client.ts";
import type { ResourceType } from "../client/resource_type.ts";
import { RESOURCE_TYPES, separateTypesOf, typesOf } from "./types.ts";

const bodyOf = ({ body }: ResourceType, content: number, merges = false): JsonObject =>
  body(DIALECTS.svc, content, "n", { merges });

Deno.test("Events of two groups are one type where objects of all types exist together", () => {
  const events = { ...RESOURCE_TYPES[0]!, resource: "events" };
  const resource = "events.events.example.com";
  const ofGroup = { ...events, resource, plural: "events", group: () => "events.example.com" };
  const target = { types: [events, ...RESOURCE_TYPES, ofGroup] };
  assertEquals(separateTypesOf(target), [events, ...RESOURCE_TYPES]);
  assertEquals(typesOf(target).length, RESOURCE_TYPES.length + 2);
});

Deno.test("the content of every type differs from that of the numbers before and after", () => {
  for (const type of RESOURCE_TYPES) {
    for (let content = 0; content < 100; content++) {
      for (const other of [content + 1, content + 2]) {
        assertNotEquals(bodyOf(type, content), bodyOf(type, other));
        assertNotEquals(type.change(content), type.change(other));
      }
    }
  }
});

Deno.test("a change as a merge patch makes any content that of its number", () => {
  for (const type of RESOURCE_TYPES) {
    for (let from = 0; from < 40; from++) {
      for (let to = 0; to < 40; to++) {
        const changed = patched(bodyOf(type, from), type.change(to));
        assertEquals(
          comparable(changed),
          comparable(bodyOf(type, to)),
          `${type.kind} ${from} ${to}`,
        );
      }
    }
  }
});

Deno.test("consecutive contents add and remove fields of every type", () => {
  for (const type of RESOURCE_TYPES) {
    const paths = Array.from({ length: 8 }, (_, at) => pathsOf(comparable(bodyOf(type, at + 1))));
    const changes = paths.slice(1).map((now, at) => ({
      added: now.filter((path) => !paths[at]!.includes(path)).length,
      removed: paths[at]!.filter((path) => !now.includes(path)).length,
    }));
    assert(changes.filter(({ added }) => added > 0).length >= 3, `${type.kind} adds`);
    assert(changes.filter(({ removed }) => removed > 0).length >= 3, `${type.kind} removes`);
  }
});

Deno.test("bodies are small", () => {
  for (const type of RESOURCE_TYPES) {
    for (let content = 0; content < 100; content++) {
      const size = JSON.stringify(bodyOf(type, content)).length;
      assert(size < 1_500, `${type.kind} ${content}: ${size}`);
    }
  }
});

/** Applies a merge patch. */
function patched(value: Json | undefined, patch: Json): Json {
  if (!isObject(patch)) return patch;
  const result: JsonObject = isObject(value) ? { ...value } : {};
  for (const [key, each] of Object.entries(patch)) {
    if (each === null) delete result[key];
    else result[key] = patched(result[key], each);
  }
  return result;
}

/** Returns a value without empty objects and without the API groups of subjects, a default. */
function comparable(value: Json): Json {
  if (Array.isArray(value)) return value.map(comparable);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) =>
        key !== "apiGroup" || value.kind === "Role" || value.kind === "ClusterRole"
      )
      .map(([key, each]) => [key, comparable(each)] as const)
      .filter(([, each]) => !isObject(each) || Object.keys(each).length > 0),
  );
}

function pathsOf(value: Json, path = ""): string[] {
  if (typeof value !== "object" || value === null) return [path];
  return Object.entries(value).flatMap(([key, each]) => pathsOf(each, `${path}/${key}`));
}

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);
