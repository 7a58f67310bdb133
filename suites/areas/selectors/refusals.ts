/**
 * Selectors that cannot be read: refused wherever they are given.
 *
 * @module
 */
import fc from "fast-check";
import { resourceName } from "../../arbitraries/resource_types.ts";
import { type Check, property, Violation } from "../../check.ts";
import { nameOf } from "../../model/object.ts";
import type { RequirementId } from "../../catalogue.ts";
import { resourceType } from "../../resources/mod.ts";
import { Objects } from "../../session/objects.ts";
import { expectRefusal } from "../../session/violation.ts";

/** Selectors that break the rule beside them. */
const BROKEN = {
  "selectors.malformed-label-refused": [
    "a in",
    "a in (",
    "a in (b",
    "a in b",
    "a notin b)",
    "=a",
    "a=b=c",
    "a in (b) c",
    "!",
    "!a=b",
    "a b",
    "a>b",
    "a<",
    "a===b",
    "a=(b)",
  ],
  "selectors.invalid-key-or-value-refused": [
    "-a=b",
    "a/b/c=d",
    "/a",
    "a=-b",
    "a=b-",
    "Not A Prefix/a",
    "UPPER.prefix_/a",
    `${"k".repeat(64)}=b`,
    `a=${"v".repeat(64)}`,
    "a in (b,-c)",
    "a=b%c",
  ],
  "selectors.malformed-field-refused": [
    "metadata.name",
    "metadata.name>a",
    "=a",
    "a,metadata.name=b",
  ],
  "selectors.unknown-field-refused": ["spec.nowhere=1", "metadata.uid=a", "metadata.labels.a=b"],
} as const satisfies Partial<Record<RequirementId, readonly string[]>>;

type Rule = keyof typeof BROKEN;

interface BrokenSelector {
  readonly rule: Rule;
  readonly text: string;
}

const broken = () =>
  fc.oneof(
    ...(Object.keys(BROKEN) as Rule[]).map((rule) =>
      fc.record({ rule: fc.constant(rule), text: fc.constantFrom<string>(...BROKEN[rule]) })
    ),
  );

/** Several a case: there are many ways to break a rule. */
const severalBroken = () => fc.uniqueArray(broken(), { minLength: 3, maxLength: 8, size: "max" });

interface RefusalCase {
  readonly resource: string;
  readonly selectors: readonly BrokenSelector[];
}

/** Malformed selectors. */
export const SELECTOR_REFUSALS: readonly Check[] = [
  property<RefusalCase>({
    id: "selectors/malformed-refused",
    title: "A list or a watch with a selector that cannot be read is refused",
    requirements: [
      "selectors.malformed-label-refused",
      "selectors.invalid-key-or-value-refused",
      "selectors.malformed-field-refused",
      "selectors.unknown-field-refused",
      "selectors.watch-malformed-refused",
    ],
    level: "convention",
    arbitrary: () => fc.record({ resource: resourceName(), selectors: severalBroken() }),
    run: async (scope, { resource, selectors }) => {
      const objects = new Objects(scope, resourceType(resource));
      const path = objects.collectionOf(objects.make("s0"));
      for (const selector of selectors) {
        const query = queryOf(selector);
        expectRefusal(selector.rule, await scope.send({ method: "GET", path, query }));
        // A watch that is opened all the same ends soon.
        const watch = await scope.watch({ path, query: { ...query, timeoutSeconds: "1" } });
        expectRefusal("selectors.watch-malformed-refused", watch.answer);
      }
    },
  }),
  property<RefusalCase>({
    id: "selectors/malformed-deletion-refused",
    title: "A deletion of a collection with a selector that cannot be read deletes nothing",
    requirements: ["selectors.deletion-malformed-refused"],
    level: "convention",
    // A target that ignores what it cannot read would delete what is others'.
    needs: ["own namespaces"],
    arbitrary: () =>
      fc.record({
        resource: fc.constantFrom("secrets", "roles", "deployments", "rolebindings"),
        selectors: severalBroken(),
      }),
    run: async (scope, { resource, selectors }) => {
      const id = "selectors.deletion-malformed-refused";
      const objects = new Objects(scope, resourceType(resource));
      const made = await objects.create(objects.make("s0", { labels: { a: "b" } }));
      const path = objects.collectionOf(made);
      for (const selector of selectors) {
        expectRefusal(id, await scope.send({ method: "DELETE", path, query: queryOf(selector) }));
      }
      if (await objects.read(made) !== undefined) return;
      throw new Violation(id, { expected: "nothing deleted", actual: `${nameOf(made)} is gone` });
    },
  }),
];

function queryOf({ rule, text }: BrokenSelector): Record<string, string> {
  const field = rule === "selectors.malformed-field-refused" ||
    rule === "selectors.unknown-field-refused";
  return field ? { fieldSelector: text } : { labelSelector: text };
}
