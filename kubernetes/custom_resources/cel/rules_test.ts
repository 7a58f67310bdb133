/**
 * Tests of validation rules in CEL: against the answers of a kube-apiserver 1.26.15
 * (`fixtures/custom_resources/recorded_rules.json`), and what newer releases add.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import recorded from "../../../fixtures/custom_resources/recorded_rules.json" with { type: "json" };
import type { Cause, JsonObject } from "@plumbline/server/api";
import { withServer } from "@plumbline/reference/testing";
import type { JsonSchema, ValidationRule } from "../json_schema.ts";
import { compileRules } from "./rules.ts";

const DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const OBJECTS = "/apis/crdprobe.example/v1/namespaces/default/ruled";

const RULED = { apiVersion: "crdprobe.example/v1", kind: "Ruled" };

const causesOf = (causes: readonly (Cause | JsonObject)[] = []) =>
  causes.map(({ reason, field, message }) => `${field} ${reason} ${message}`).sort();

Deno.test("objects are checked by rules as recorded", async () => {
  await withServer(async (server) => {
    await server.must("POST", DEFINITIONS, { body: recorded.definition });
    for (const { create, patch, name, status, causes } of recorded.steps) {
      const answer = create
        ? await server.ask("POST", OBJECTS, { body: { ...RULED, metadata: { name }, ...create } })
        : await server.ask("PATCH", `${OBJECTS}/${name}`, {
          body: patch,
          type: "application/merge-patch+json",
        });
      assertEquals(
        { status: answer.status, causes: causesOf(answer.body.details?.causes) },
        { status, causes: causesOf(causes) },
        JSON.stringify(create ?? patch),
      );
    }
  }, { dialect: "kubernetes" });
});

Deno.test("rules that cannot be compiled are reported as recorded", async () => {
  await withServer(async (server) => {
    for (const [at, { rule, status, causes }] of recorded.rules.entries()) {
      const { properties } = recorded;
      const spec = { type: "object", properties, "x-kubernetes-validations": [rule] };
      const openAPIV3Schema = { type: "object", properties: { spec } };
      const body = {
        metadata: { name: `c${at}s.celprobe.example` },
        spec: {
          group: "celprobe.example",
          scope: "Namespaced",
          names: { plural: `c${at}s`, kind: `C${at}` },
          versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema } }],
        },
      };
      const answer = await server.ask("POST", DEFINITIONS, { body });
      assertEquals(
        { status: answer.status, causes: causesOf(answer.body.details?.causes) },
        { status, causes: causesOf(causes) },
        rule.rule,
      );
    }
  }, { dialect: "kubernetes" });
});

const SIZE: JsonSchema = {
  type: "object",
  properties: { size: { type: "integer" }, other: { type: "integer" } },
};

const check = (rule: ValidationRule, value: JsonObject, old?: JsonObject) => {
  const { causes, check } = compileRules({ ...SIZE, "x-kubernetes-validations": [rule] }, "schema");
  assertEquals(causes, []);
  return check(value, old);
};

Deno.test("a rule states the reason, the field and an expression for the message", () => {
  const rule = {
    rule: "self.size < 3",
    reason: "FieldValueForbidden",
    fieldPath: ".size",
    messageExpression: "'size is ' + string(self.size)",
  };
  assertEquals(check(rule, { size: 5 }), [
    { reason: "FieldValueForbidden", field: "size", message: "Forbidden: size is 5" },
  ]);
  assertEquals(check(rule, { size: 2 }), []);
});

Deno.test("a transition rule applies to new objects if `oldSelf` is optional", () => {
  const rule = { rule: "oldSelf.hasValue() || self.size == 1", optionalOldSelf: true };
  assertEquals(check(rule, { size: 1 }), []);
  assertEquals(check(rule, { size: 2 }).length, 1);
  assertEquals(check(rule, { size: 2 }, { size: 1 }), []);
});

Deno.test("objects, lists and maps are compared by their content", () => {
  const schema = (rule: string): JsonSchema => ({
    type: "object",
    properties: {
      a: { type: "array", items: SIZE },
      b: { type: "array", items: SIZE },
      m: { type: "object", additionalProperties: { type: "string" } },
    },
    "x-kubernetes-validations": [{ rule }],
  });
  const holds = (rule: string, value: JsonObject) =>
    compileRules(schema(rule), "").check(value, undefined).length === 0;
  const [one, two] = [{ size: 1 }, { size: 2 }] as const;
  assertEquals(holds("self.a == self.a", { a: [one] }), true);
  assertEquals(holds("self.a == self.b", { a: [one], b: [two] }), false);
  assertEquals(holds("self.a[0] in self.b", { a: [one], b: [two, one] }), true);
  assertEquals(holds("self.m.all(k, self.m[k].size() > 1)", { m: { x: "ab" } }), true);
  assertEquals(holds("self.a.map(x, x.size).sum() == 3", { a: [one, two] }), true);
});

Deno.test("a test for a field takes one of any expression, if its type has the field", () => {
  const schema = (rule: string): JsonSchema => ({
    type: "object",
    properties: { a: { type: "array", maxItems: 2, items: SIZE } },
    "x-kubernetes-validations": [{ rule }],
  });
  const holds = (rule: string, value: JsonObject) => {
    const { causes, check } = compileRules(schema(rule), "");
    assertEquals(causes, [], rule);
    return check(value, undefined).length === 0;
  };
  for (const rule of ["has(self.a[0].size)", "has(self.a.filter(x, true)[0].size)"]) {
    assertEquals(holds(rule, { a: [{ size: 1 }] }), true, rule);
    assertEquals(holds(rule, { a: [{ other: 1 }] }), false, rule);
  }
  assertEquals(holds("self.a.exists(x, has(x.size)) || !has(self.a)", { a: [{}] }), false);
  const refused = ["has(self.a[0].none)", "has(self.none)", "has(self.a)  && has(self.a[0])"];
  for (const rule of [...refused, "has(self.a[0].size.more)", "has(nobody.size)"]) {
    assertEquals(compileRules(schema(rule), "").causes.length, 1, rule);
  }
});

Deno.test("expressions have the functions of real servers", () => {
  const expressions = [
    "[1, 2, 3].isSorted() && [1, 2].sum() == 3 && [3, 1].min() == 1 && ['a', 'b'].max() == 'b'",
    "[1, 2, 1].indexOf(1) == 0 && [1, 2, 1].lastIndexOf(1) == 2",
    "'abc 123'.find('[0-9]+') == '123' && '1 2 3'.findAll('[0-9]', 2) == ['1', '2']",
    "'aXbX'.replace('X', '-', 1) == 'a-bX' && 'abc'.charAt(1) == 'b'",
    "url('https://a.example:80/b?c=d').getHostname() == 'a.example' && isURL('/a') && !isURL('a')",
    "url('https://a.example:80/b?c=d').getQuery()['c'] == ['d']",
    "quantity('1Gi').isGreaterThan(quantity('1M')) && !isQuantity('x')",
    "quantity('500m').compareTo(quantity('0.5')) == 0",
  ];
  for (const rule of expressions) assertEquals(check({ rule }, {}), [], rule);
});

Deno.test("a rule that costs too much for one value, and all rules for one object, are stopped", () => {
  const most = { items: { type: "integer" }, type: "array", maxItems: 5_000 } as const;
  const list = Array.from({ length: 5_000 }, (_, at) => at);
  const squared = "self.all(a, self.all(b, a + b >= 0))";
  const rules = compileRules({
    type: "object",
    properties: {
      list: { ...most, "x-kubernetes-validations": [{ rule: squared }, { rule: "false" }] },
      other: { type: "string", "x-kubernetes-validations": [{ rule: "false" }] },
    },
  }, "schema");
  assertEquals(causesOf(rules.check({ list, other: "" }, undefined)), [
    `list FieldValueInvalid Invalid value: "array": 'operation cancelled: actual cost limit ` +
    `exceeded': no further validation rules will be run due to call cost exceeds limit for rule: ` +
    squared,
  ]);
  const many = compileRules({
    type: "object",
    additionalProperties: {
      ...most,
      "x-kubernetes-validations": [{ rule: "self.all(a, a >= 0)" }],
    },
  }, "schema");
  const object = Object.fromEntries(list.slice(0, 800).map((at) => [`at${at}`, list]));
  const [cause, ...others] = many.check(object, undefined);
  assertEquals(
    [cause?.message, others.length],
    [
      'Invalid value: "array": validation failed due to running out of cost budget, no further ' +
      "validation rules will be run",
      0,
    ],
  );
});
