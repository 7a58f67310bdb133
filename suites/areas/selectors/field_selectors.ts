/**
 * Field selectors in lists, alone and together with label selectors.
 *
 * @module
 */
import fc from "fast-check";
import { resourceName } from "../../arbitraries/resource_types.ts";
import { several } from "../../arbitraries/several.ts";
import { type Check, example, property } from "../../check.ts";
import { keyOf, labelsOf, nameOf, namespaceOf } from "../../model/object.ts";
import type { RequirementId } from "../../catalogue.ts";
import { resourceType, typeNamed } from "../../resources/mod.ts";
import type { JsonObject } from "../../client/http_client.ts";
import { Objects } from "../../session/objects.ts";
import { verify } from "../../verify.ts";

/** A requirement of a field selector, on a name or a namespace. */
interface FieldTerm {
  readonly field: "metadata.name" | "metadata.namespace";
  readonly operator: "=" | "==" | "!=";
  /** The index of the object whose name is used; past the last one, a name that no object has. */
  readonly of: number;
}

interface FieldCase {
  readonly resource: string;
  /** Several, as each costs fewer requests than the objects. */
  readonly lists: readonly FieldList[];
}

/** The lists of a case. */
const LISTS = 4;

interface FieldList {
  readonly terms: readonly FieldTerm[];
  /** True to select by the label `group=a` as well. */
  readonly labelled: boolean;
  /** True to list all namespaces, with another object of the first name. */
  readonly everywhere: boolean;
}

/** Names of the objects. Each is or contains a prefix of another. */
const NAMES = ["s0", "s1", "s1x"] as const;

/** A name that no object has, but that others begin with. */
const UNUSED_NAME = "s";

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

/** Lists with a field selector, in one namespace or in all, and verifies what is returned. */
async function verifyFields(
  objects: Objects,
  { terms, labelled, everywhere, created, elsewhere }: FieldList & {
    readonly created: readonly JsonObject[];
    /** An object of another namespace. */
    readonly elsewhere: JsonObject | undefined;
  },
): Promise<void> {
  const { scope, type } = objects;
  const spreads = everywhere && elsewhere !== undefined;
  // Cluster-scoped objects cannot be selected by namespace.
  const used = terms.map((each) =>
    type.namespaced ? each : { ...each, field: "metadata.name" as const }
  );
  const valueOf = ({ field, of }: FieldTerm) =>
    field === "metadata.name"
      ? scope.name(NAMES[of] ?? UNUSED_NAME, type)
      : of < NAMES.length
      ? namespaceOf(created[0]!)
      : "plumbline-nowhere";
  const fieldSelector = used.map((each) => each.field + each.operator + valueOf(each)).join();
  const expected = [...created, ...spreads ? [elsewhere] : []].filter((object) =>
    used.every((each) => {
      const actual = each.field === "metadata.name" ? nameOf(object) : namespaceOf(object);
      return (actual === valueOf(each)) === (each.operator !== "!=");
    }) && (!labelled || labelsOf(object).group === "a")
  );
  const query = { fieldSelector, ...(labelled && { labelSelector: "group=a" }) };
  scope.note(used.length > 1 || labelled ? "combined" : used[0]!.field);
  expectNames(
    requirementOf(used, labelled),
    fieldSelector,
    expected,
    spreads ? await objects.listEverywhere(query) : await objects.list(created[0]!, query),
  );
}

/** Checks of field selectors. */
export const FIELD_SELECTORS: readonly Check[] = [
  property<FieldCase>({
    id: "selectors/fields",
    title: "A list with a field selector shows exactly the matching objects",
    requirements: [
      "selectors.field-equals",
      "selectors.field-differs",
      "selectors.field-namespace",
      "selectors.fields-all-must-match",
      "selectors.labels-and-fields",
    ],
    share: 0.25,
    arbitrary: (target) =>
      fc.record({
        resource: resourceName(target),
        lists: several(
          fc.record({
            terms: fc.array(term(), { minLength: 1, maxLength: 2 }),
            labelled: fc.boolean(),
            everywhere: fc.boolean(),
          }),
          LISTS,
        ),
      }),
    run: async (scope, { resource, lists }) => {
      const type = typeNamed(scope.target, resource);
      const objects = new Objects(scope, type);
      const created = await Promise.all(
        NAMES.map((name, index) => {
          const labels: JsonObject = index % 2 === 0 ? { group: "a" } : {};
          return objects.create(objects.newObject(name, { labels }));
        }),
      );
      const [, namespace] = scope.namespaces;
      const mayThere = type.namespaced && scope.exclusive && namespace !== undefined;
      const elsewhere = mayThere && lists.some(({ everywhere }) => everywhere)
        ? await objects.create(objects.newObject(NAMES[0], {}, { namespace }))
        : undefined;
      for (const list of lists) await verifyFields(objects, { ...list, created, elsewhere });
    },
  }),
  example({
    id: "selectors/secret-type",
    title: "Secrets can be selected by `type`",
    requirements: ["selectors.secret-type"],
    types: ["secrets"],
    run: async (scope) => {
      const objects = new Objects(scope, resourceType("secrets"));
      const type = "plumbline.invalid/other";
      const opaque = await objects.create(objects.newObject("opaque"));
      const other = await objects.create({ ...objects.newObject("other"), type });
      for (
        const [fieldSelector, expected] of [
          [`type=${type}`, other],
          [`type!=${type}`, opaque],
          ["type=Opaque", opaque],
          ["type!=Opaque", other],
        ] as const
      ) {
        const found = await objects.list(opaque, { fieldSelector });
        expectNames("selectors.secret-type", fieldSelector, [expected], found);
      }
    },
  }),
];

function requirementOf(terms: readonly FieldTerm[], labelled: boolean): RequirementId {
  if (labelled) return "selectors.labels-and-fields";
  if (terms.length > 1) return "selectors.fields-all-must-match";
  if (terms[0]!.field === "metadata.namespace") return "selectors.field-namespace";
  return terms[0]!.operator === "!=" ? "selectors.field-differs" : "selectors.field-equals";
}

function expectNames(
  id: RequirementId,
  selector: string,
  objects: readonly JsonObject[],
  found: readonly JsonObject[],
): void {
  const expected = objects.map(keyOf).sort().join(", ") || "nothing";
  const actual = found.map(keyOf).sort().join(", ") || "nothing";
  verify(id, { holds: expected === actual, expected: `${selector}: ${expected}`, actual });
}
