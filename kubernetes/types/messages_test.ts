import { assert, assertEquals } from "@std/assert";
import "./mod.ts";
import { NEWEST_KINDS, OTHER_NEWEST_KINDS } from "../../fixtures/kinds.ts";
import { DIALECTS, NEWEST_RELEASE } from "@plumbline/server/api";
import { definition, loadProtobuf, type ObjectSchema, type Schema } from "@plumbline/server/codec";
import type { Message } from "@plumbline/server/types";

const { messageOfKind } = await loadProtobuf();

const newest = { ...DIALECTS.kubernetes, release: NEWEST_RELEASE };

/** The path segment of a group in the names of definitions, by its name in objects. */
const GROUPS: Readonly<Record<string, string>> = {
  admissionregistration: "admissionregistration.k8s.io",
  authentication: "authentication.k8s.io",
  flowcontrol: "flowcontrol.apiserver.k8s.io",
  networking: "networking.k8s.io",
  resource: "resource.k8s.io",
  storage: "storage.k8s.io",
};

/** Returns the names of a message's fields in JSON, with those of inlined messages. */
const namesOf = ({ fields }: Message): string[] =>
  fields.flatMap(({ name, message }) => name ? [name] : message ? namesOf(message) : []);

/** Requires that a message has the fields of a schema, and so on within them. */
function compare(schema: ObjectSchema, message: Message, seen: Set<string>): void {
  if (seen.has(schema.name) || message.leaf) return;
  seen.add(schema.name);
  const own = [...schema.fields.keys()].filter((name) => name !== "apiVersion" && name !== "kind");
  const names = namesOf(message);
  assertEquals(own.filter((name) => !names.includes(name)), [], schema.name);
  for (const field of message.fields) {
    const part = schema.fields.get(field.name ?? "");
    const inner = part && innermost(part.schema);
    if (inner?.type === "object" && field.message) compare(inner, field.message, seen);
  }
}

function innermost(schema: Schema): Schema {
  if (schema.type === "list") return innermost(schema.items);
  return schema.type === "map" ? innermost(schema.values) : schema;
}

for (const [family, kinds] of Object.entries({ ...NEWEST_KINDS, ...OTHER_NEWEST_KINDS })) {
  for (const kind of kinds) {
    Deno.test(`the Protobuf message has every field of a kind of the newest release: ${family} ${kind}`, () => {
      const [group = "", version] = family.split(".");
      const message = messageOfKind(`${GROUPS[group]}/${version}`, kind, newest);
      assert(message, "the kind has a message");
      compare(definition(`${family}.${kind}`, NEWEST_RELEASE), message, new Set());
    });
  }
}

Deno.test("the Protobuf message of a Pod has the fields of the release", () => {
  const pod = (dialect: typeof newest) => messageOfKind("v1", "Pod", dialect)!;
  const specOf = (message: Message) => message.fields.find(({ name }) => name === "spec")!.message!;
  const first = namesOf(specOf(messageOfKind("v1", "Pod", DIALECTS.kubernetes)!));
  assert(!first.includes("resources") && namesOf(specOf(pod(newest))).includes("resources"));
  compare(definition("core.v1.Pod", NEWEST_RELEASE), pod(newest), new Set());
});
