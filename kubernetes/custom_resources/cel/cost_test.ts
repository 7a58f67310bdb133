/**
 * Tests of the estimated cost of rules in CEL: against the answers of a kube-apiserver 1.36.3, which
 * are those of 1.26.15 too, but for lists that macros make.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import { withServer } from "@plumbline/reference/testing";
import type { JsonSchema } from "../json_schema.ts";

const DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const SCHEMA = "spec.validation.openAPIV3Schema";
const HINT = "(try simplifying the rule, or adding maxItems, maxProperties, and maxLength where " +
  "arrays, maps, and strings are declared)";

const STRING: JsonSchema = { type: "string" };
const INTEGER: JsonSchema = { type: "integer" };

const list = (items: JsonSchema, maxItems?: number): JsonSchema => ({
  type: "array",
  items,
  ...(maxItems && { maxItems }),
});

const map = (values: JsonSchema): JsonSchema => ({ type: "object", additionalProperties: values });

const ruled = (schema: JsonSchema, ...rules: string[]): JsonSchema => ({
  ...schema,
  "x-kubernetes-validations": rules.map((rule) => ({ rule })),
});

const lists = { type: "object", properties: { a: list(STRING), b: list(STRING) } };
const short = { ...STRING, maxLength: 20 };

/** Schemas of the field `x`, whose rules are cheap enough. */
const CHEAP: JsonSchema[] = [
  ruled(list(STRING), "self.all(x, x == 'abc')"),
  ruled(list(list(INTEGER, 10), 10), "self.all(x, x.all(y, y > 1))"),
  list(ruled(STRING, "self.startsWith('a')")),
  ruled(map(STRING), "self.all(k, k.matches('^[a-z]+$'))"),
  ruled(list(INTEGER), "self.exists_one(x, x == 1)", "self.sum() > 3"),
  ruled(list(INTEGER, 100), "self.filter(x, x > 2).map(x, x * 2).all(y, y > 1)"),
  ruled(lists, "self.a == self.b"),
  ruled({ ...STRING, maxLength: 100 }, "self.split(',').all(x, x == 'a')"),
  list(ruled(STRING, "self.size() > 3 ? self.startsWith('abc') : self.endsWith('d')")),
  list(ruled({ ...STRING, format: "date-time" }, "self > timestamp('2020-01-01T00:00:00Z')")),
];

/** Schemas whose rule costs too much, where that is, and how much too much. */
const EXPENSIVE: [schema: JsonSchema, at: string, factor: string][] = [
  [ruled(STRING, "self.split(',').all(x, x == 'a')"), "", "1.6x"],
  [ruled(list(short, 1000), "self.all(x, self.exists_one(y, x == y))"), "", "1.200600x"],
  [list(ruled(STRING, "self in ['a','b','c']")), ".items", "1.468006x"],
];

/** Schemas whose only rule costs more than 100 times too much, and where that is. */
const EXCESSIVE: [schema: JsonSchema, at: string][] = [
  [ruled(list(list(INTEGER)), "self.all(x, x.all(y, y > 1))"), ""],
  [ruled(lists, "self.a.all(x, x in self.b)"), ""],
  [ruled(list(list(INTEGER)), "self.all(x, x.filter(y, y > 1).exists(z, z > 3))"), ""],
  [list(ruled(lists, "self.a == self.b")), ".items"],
  [list(ruled(STRING, "self.matches('^[a-z]+$')")), ".items"],
  [ruled(map(map(INTEGER)), "self.all(k, self[k].all(j, self[k][j] > 1))"), ""],
  [list(ruled(map(STRING), "self.exists(k, self[k] == 'x')")), ".items"],
];

Deno.test("rules that cost too much by their estimate are rejected as by real servers", async () => {
  const over = (factor: string) => `exceeds budget by factor of ${factor} ${HINT}`;
  const contributed = "contributed to estimated rule cost total exceeding cost limit for entire " +
    "OpenAPIv3 schema";
  const total = "x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema";
  const rule = (at: string) => `${SCHEMA}.properties[x]${at}.x-kubernetes-validations[0].rule`;
  await withServer(async (server) => {
    const causes = async (x: JsonSchema) => {
      const openAPIV3Schema = { type: "object", properties: { x } };
      const body = {
        metadata: { name: "costs.celprobe.example" },
        spec: {
          group: "celprobe.example",
          scope: "Namespaced",
          names: { plural: "costs", kind: "Cost" },
          versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema } }],
        },
      };
      const { body: answer } = await server.ask("POST", `${DEFINITIONS}?dryRun=All`, { body });
      const found: { field: string; message: string }[] = answer.details?.causes ?? [];
      return found.map(({ field, message }) => `${field} ${message}`);
    };
    for (const schema of CHEAP) assertEquals(await causes(schema), [], JSON.stringify(schema));
    for (const [schema, at, factor] of EXPENSIVE) {
      assertEquals(await causes(schema), [
        `${rule(at)} Forbidden: estimated rule cost ${over(factor)}`,
      ]);
    }
    for (const [schema, at] of EXCESSIVE) {
      assertEquals(await causes(schema), [
        `${rule(at)} Forbidden: estimated rule cost ${over("more than 100x")}`,
        `${rule(at)} Forbidden: ${contributed}`,
        `${SCHEMA} Forbidden: ${total} ${over("more than 100x")}`,
      ]);
    }
  }, { dialect: "kubernetes" });
});
