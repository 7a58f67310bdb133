/**
 * What field selectors pick, alone and beside label selectors.
 *
 * @module
 */
import fc from "fast-check";
import { resourceName } from "../../arbitraries/resource_types.ts";
import { type Check, example, property, Violation } from "../../check.ts";
import { labelsOf, nameOf, namespaceOf } from "../../model/object.ts";
import type { RequirementId } from "../../catalogue.ts";
import { resourceType } from "../../resources/mod.ts";
import type { JsonObject } from "../../client/http_client.ts";
import { Objects } from "../../session/objects.ts";

/** One requirement on a field: of which object's name, or whether of its own namespace. */
interface FieldTerm {
  readonly field: "metadata.name" | "metadata.namespace";
  readonly operator: "=" | "==" | "!=";
  /** A number past the objects is a name nothing has. */
  readonly of: number;
}

interface FieldCase {
  readonly resource: string;
  readonly terms: readonly FieldTerm[];
  /** Select by the label `group=a` as well. */
  readonly labelled: boolean;
}

/** One name begins with another. */
const NAMES = ["s0", "s1", "s1x"] as const;

/** A name that nothing has, though others begin with it. */
const NO_NAME = "s";

const term = () =>
  fc.record({
    field: fc.constantFrom(
      "metadata.name" as const,
      "metadata.name" as const,
      "metadata.namespace" as const,
    ),
    operator: fc.constantFrom("=" as const, "==" as const, "!=" as const),
    of: fc.nat({ max: NAMES.length }),
  });

/** Field selectors. */
export const FIELD_SELECTORS: readonly Check[] = [
  property<FieldCase>({
    id: "selectors/fields",
    title: "A list with a field selector shows exactly what satisfies it",
    requirements: [
      "selectors.field-equals",
      "selectors.field-differs",
      "selectors.field-namespace",
      "selectors.fields-all-must-hold",
      "selectors.labels-and-fields",
    ],
    level: "convention",
    arbitrary: () =>
      fc.record({
        resource: resourceName(),
        terms: fc.array(term(), { minLength: 1, maxLength: 2 }),
        labelled: fc.boolean(),
      }),
    run: async (scope, { resource, terms, labelled }) => {
      const type = resourceType(resource);
      const objects = new Objects(scope, type);
      const made = await Promise.all(
        NAMES.map((name, index) => {
          const labels = index % 2 === 0 ? { group: "a" } : {};
          return objects.create(objects.make(name, { labels }));
        }),
      );
      // What is in no namespace cannot be selected by one.
      const used = terms.map((each) =>
        type.namespaced ? each : { ...each, field: "metadata.name" as const }
      );
      const valueOf = ({ field, of }: FieldTerm) =>
        field === "metadata.name"
          ? scope.name(NAMES[of] ?? NO_NAME)
          : of < NAMES.length
          ? namespaceOf(made[0]!)
          : "plumbline-nowhere";
      const fieldSelector = used.map((each) => each.field + each.operator + valueOf(each)).join();
      const due = made.filter((object) =>
        used.every((each) => {
          const actual = each.field === "metadata.name" ? nameOf(object) : namespaceOf(object);
          return (actual === valueOf(each)) === (each.operator !== "!=");
        }) && (!labelled || labelsOf(object).group === "a")
      );
      const query = { fieldSelector, ...(labelled && { labelSelector: "group=a" }) };
      scope.note(used.length > 1 || labelled ? "combined" : used[0]!.field);
      expectNames(blame(used, labelled), fieldSelector, due, await objects.list(made[0]!, query));
    },
  }),
  example({
    id: "selectors/secret-type",
    title: "Secrets can be selected by their type",
    requirements: ["selectors.secret-type"],
    level: "convention",
    run: async (scope) => {
      const objects = new Objects(scope, resourceType("secrets"));
      const type = "plumbline.invalid/other";
      const opaque = await objects.create(objects.make("opaque"));
      const other = await objects.create({ ...objects.make("other"), type });
      for (
        const [fieldSelector, due] of [
          [`type=${type}`, other],
          [`type!=${type}`, opaque],
          ["type=Opaque", opaque],
          ["type!=Opaque", other],
        ] as const
      ) {
        const found = await objects.list(opaque, { fieldSelector });
        expectNames("selectors.secret-type", fieldSelector, [due], found);
      }
    },
  }),
];

function blame(terms: readonly FieldTerm[], labelled: boolean): RequirementId {
  if (labelled) return "selectors.labels-and-fields";
  if (terms.length > 1) return "selectors.fields-all-must-hold";
  if (terms[0]!.field === "metadata.namespace") return "selectors.field-namespace";
  return terms[0]!.operator === "!=" ? "selectors.field-differs" : "selectors.field-equals";
}

function expectNames(
  id: RequirementId,
  selector: string,
  due: readonly JsonObject[],
  found: readonly JsonObject[],
): void {
  const expected = due.map(nameOf).sort().join(", ") || "nothing";
  const actual = found.map(nameOf).sort().join(", ") || "nothing";
  if (expected !== actual) {
    throw new Violation(id, { expected: `${selector}: ${expected}`, actual });
  }
}
