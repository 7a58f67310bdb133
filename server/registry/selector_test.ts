/**
 * Selectors against recorded responses of real servers and a naive implementation.
 *
 * @module
 */
import { assertEquals, assertInstanceOf, assertThrows } from "@std/assert";
import fc from "fast-check";
import { ApiError } from "../api_error.ts";
import type { ApiObject, JsonObject } from "../object.ts";
import { secret } from "../resources/secret.ts";
import recorded from "../../fixtures/selectors/answers.json" with { type: "json" };
import published from "../../fixtures/selectors/public.json" with { type: "json" };
import { parseFieldSelector, parseLabelSelector, type Predicate } from "./selector.ts";

const objectOf = (
  name: string,
  labels: Record<string, string>,
  rest: JsonObject = {},
): ApiObject => ({
  apiVersion: "v1",
  kind: "Secret",
  metadata: {
    name,
    namespace: recorded.namespace,
    uid: name,
    resourceVersion: "1",
    creationTimestamp: "",
    labels,
  },
  ...rest,
});

const SECRETS = recorded.secrets.map(({ name, labels, type }) => {
  const given = Object.entries(labels).filter((entry): entry is [string, string] =>
    !!entry[1] || entry[1] === ""
  );
  return objectOf(name, Object.fromEntries(given), { type });
});

/** Returns the names of the selected objects, or the error. */
function answer(parse: () => Predicate): string {
  try {
    return SECRETS.filter(parse()).map(({ metadata }) => metadata.name).join("");
  } catch (error) {
    assertInstanceOf(error, ApiError);
    return error.reason;
  }
}

Deno.test("label selectors select what real servers select, in unusual forms too", () => {
  for (const [selector = "", expected] of recorded.labelSelector) {
    assertEquals(answer(() => parseLabelSelector(selector)), expected, JSON.stringify(selector));
  }
});

Deno.test("field selectors select what real servers select, in unusual forms too", () => {
  for (const [selector = "", expected] of recorded.fieldSelector) {
    const actual = answer(() => parseFieldSelector(selector, secret));
    assertEquals(actual, expected, JSON.stringify(selector));
  }
});

type Row = readonly [
  selector: string,
  values?: Readonly<Record<string, string>>,
  selected?: boolean,
];

/** Returns true if the object is selected, or the error. */
function verdict(parse: () => Predicate, object: ApiObject): boolean | undefined {
  try {
    return parse()(object);
  } catch (error) {
    assertInstanceOf(error, ApiError);
    return undefined;
  }
}

Deno.test("label selectors give the results of the public table", () => {
  for (const [selector, labels, selected] of published.label as unknown as readonly Row[]) {
    const object = objectOf("a", labels ?? {});
    const actual = verdict(() => parseLabelSelector(selector), object);
    assertEquals(actual, selected, JSON.stringify([selector, labels]));
  }
});

Deno.test("field selectors give the results of the public table", () => {
  for (const [selector, fields, selected] of published.field as unknown as readonly Row[]) {
    const shown = fields ?? { x: "", y: "" };
    const definition = { ...secret, selectableFields: () => shown };
    const actual = verdict(() => parseFieldSelector(selector, definition), objectOf("a", {}));
    assertEquals(actual, selected, JSON.stringify([selector, fields]));
  }
});

const key = () =>
  fc.constantFrom<string[]>("app", "tier", "example.com/app", "in", "notin", "constructor");
const value = () => fc.constantFrom<string[]>("", "x", "y", "x-1", "in", "0");
const spaces = () => fc.constantFrom("", " ", "  ", "\t");

/** A requirement as text, with unusual spacing, and as a naive function of the labels. */
interface Requirement {
  readonly text: string;
  readonly holds: (labels: ReadonlyMap<string, string>) => boolean;
}

const requirement = (): fc.Arbitrary<Requirement> =>
  fc.record({
    key: key(),
    values: fc.array(value(), { minLength: 1, maxLength: 3 }),
    space: spaces(),
  })
    .chain(({ key, values, space }) => {
      const [first = ""] = values;
      const list = `${space}(${space}${values.join(`${space},${space}`)}${space})`;
      return fc.constantFrom<Requirement>(
        {
          text: `${space}${key}${space}=${space}${first}`,
          holds: (labels) => labels.get(key) === first,
        },
        {
          text: `${key}${space}==${space}${first}${space}`,
          holds: (labels) => labels.get(key) === first,
        },
        { text: `${key}${space}!=${space}${first}`, holds: (labels) => labels.get(key) !== first },
        {
          text: `${key} in${list}`,
          holds: (labels) => labels.has(key) && values.includes(labels.get(key)!),
        },
        {
          text: `${key} notin${list}`,
          holds: (labels) => !labels.has(key) || !values.includes(labels.get(key)!),
        },
        { text: `${space}${key}`, holds: (labels) => labels.has(key) },
        { text: `!${space}${key}`, holds: (labels) => !labels.has(key) },
      );
    });

Deno.test("a selector selects the objects that meet all its requirements", () => {
  const labels = fc.uniqueArray(fc.tuple(key(), value()), {
    selector: ([key]) => key,
    maxLength: 4,
  });
  fc.assert(
    fc.property(
      fc.array(requirement(), { minLength: 1, maxLength: 4 }),
      labels,
      (requirements, entries) => {
        const selects = parseLabelSelector(requirements.map(({ text }) => text).join(","));
        const expected = requirements.every(({ holds }) => holds(new Map(entries)));
        assertEquals(selects(objectOf("a", Object.fromEntries(entries))), expected);
      },
    ),
    { numRuns: 2_000 },
  );
});

Deno.test("any text is parsed or rejected, quickly", () => {
  const text = fc.string({ unit: fc.constantFrom(..."ab=!<>(), /.-in\\\t"), maxLength: 30 });
  fc.assert(
    fc.property(text, (text) => {
      answer(() => parseLabelSelector(text));
      answer(() => parseFieldSelector(text, secret));
    }),
    { numRuns: 5_000 },
  );
  for (
    const text of [
      "a".repeat(100_000),
      "-".repeat(100_000),
      "a.".repeat(50_000),
      "a, ".repeat(30_000),
      "\\".repeat(99_999),
    ]
  ) {
    answer(() => parseLabelSelector(text));
    answer(() => parseLabelSelector(`a in (${text})`));
    answer(() => parseFieldSelector(text, secret));
    answer(() => parseFieldSelector(`metadata.name=${text}`, secret));
  }
});

Deno.test("an escaped value selects the unescaped one", () => {
  const name = fc.string({ unit: fc.constantFrom(..."ab,=\\"), minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(name, name, (name, other) => {
      const selector = `metadata.name=${name.replace(/[\\,=]/g, "\\$&")}`;
      const selects = parseFieldSelector(selector, secret);
      assertEquals(selects(objectOf(name, {})), true);
      assertEquals(selects(objectOf(other, {})), other === name);
    }),
  );
});

Deno.test("an unselectable field is rejected by name, and so are inherited members", () => {
  for (const field of ["spec.replicas", "metadata.uid", "constructor", "__proto__", "toString"]) {
    const error = assertThrows(() => parseFieldSelector(`${field}=a`, secret), ApiError);
    assertEquals([error.reason, error.message.includes(field)], ["BadRequest", true]);
  }
});

Deno.test("a selector says which label or name all selected objects have", () => {
  const labels: readonly (readonly [text: string, label: readonly string[] | undefined])[] = [
    ["a=b", ["a", "b"]],
    ["!c, a == b", ["a", "b"]],
    ["a in (b)", undefined],
    ["a!=b", undefined],
    ["a", undefined],
    ["a>1", undefined],
    [" ", undefined],
    ["a=", ["a", ""]],
  ];
  for (const [text, label] of labels) assertEquals(parseLabelSelector(text).label, label, text);
  const fields: readonly (readonly [text: string, name: string | undefined])[] = [
    ["metadata.name=x", "x"],
    ["metadata.namespace=a,metadata.name==x", "x"],
    ["metadata.name!=x", undefined],
    ["metadata.namespace=a", undefined],
  ];
  for (const [text, name] of fields) {
    assertEquals(parseFieldSelector(text, secret).objectName, name, text);
  }
});
