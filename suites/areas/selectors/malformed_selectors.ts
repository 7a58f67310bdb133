/**
 * Malformed selectors, which lists, watches and deletecollection requests reject.
 *
 * @module
 */
import fc from "fast-check";
import {
  namespacedResourceName,
  resourceName,
  withoutNamespacedType,
} from "../../arbitraries/resource_types.ts";
import { type Check, Discard, property } from "../../check.ts";
import { nameOf } from "../../model/object.ts";
import type { RequirementId } from "../../catalogue.ts";
import { typeNamed } from "../../resources/mod.ts";
import { Objects } from "../../session/objects.ts";
import { expectError } from "../../session/violation.ts";
import { hasBegun } from "../../session/rejected_watch.ts";
import { verify } from "../../verify.ts";

/** Malformed selectors by the requirement that rejects them. */
const MALFORMED = {
  "selectors.malformed-label-rejected": [
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
  "selectors.invalid-key-or-value-rejected": [
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
  "selectors.malformed-field-rejected": [
    "metadata.name",
    "metadata.name>a",
    "=a",
    "a,metadata.name=b",
  ],
  "selectors.unknown-field-rejected": ["spec.nowhere=1", "metadata.uid=a", "metadata.labels.a=b"],
} as const satisfies Partial<Record<RequirementId, readonly string[]>>;

type Rule = keyof typeof MALFORMED;

interface MalformedSelector {
  readonly rule: Rule;
  readonly text: string;
}

const malformed = () =>
  fc.oneof(
    ...(Object.keys(MALFORMED) as Rule[]).map((rule) =>
      fc.record({ rule: fc.constant(rule), text: fc.constantFrom<string>(...MALFORMED[rule]) })
    ),
  );

/** Several per case, as there are many malformed forms. */
const severalMalformed = () =>
  fc.uniqueArray(malformed(), { minLength: 3, maxLength: 8, size: "max" });

interface MalformedCase {
  readonly resource: string;
  readonly selectors: readonly MalformedSelector[];
}

/** Checks of malformed selectors. */
export const MALFORMED_SELECTORS: readonly Check[] = [
  property<MalformedCase>({
    id: "selectors/malformed-rejected",
    share: 0.3,
    title: "A list or a watch with a malformed selector is rejected with a 4xx Status",
    requirements: [
      "selectors.malformed-label-rejected",
      "selectors.invalid-key-or-value-rejected",
      "selectors.malformed-field-rejected",
      "selectors.unknown-field-rejected",
      "selectors.watch-malformed-rejected",
    ],
    arbitrary: (target) =>
      fc.record({ resource: resourceName(target), selectors: severalMalformed() }),
    run: async (scope, { resource, selectors }) => {
      const objects = new Objects(scope, typeNamed(scope.target, resource));
      const path = objects.collectionOf(objects.newObject("s0"));
      let isAnswered = true;
      for (const selector of selectors) {
        const query = queryOf(selector);
        expectError(selector.rule, await scope.send({ method: "GET", path, query }));
        if (!isAnswered) continue;
        // If the server starts a stream all the same, it ends soon.
        const watch = await scope.watch({ path, query: { ...query, timeoutSeconds: "1" } });
        isAnswered = await hasBegun(watch);
        if (isAnswered) expectError("selectors.watch-malformed-rejected", watch.response);
      }
      if (!isAnswered) throw new Discard("the response to the watch did not begin");
    },
  }),
  property<MalformedCase>({
    id: "selectors/malformed-deletion-rejected",
    share: 0.2,
    title: "A deletecollection request with a malformed selector is rejected and deletes nothing",
    requirements: ["selectors.deletion-malformed-rejected"],
    // A target that ignores malformed selectors would delete the objects of others.
    needs: ["own namespaces"],
    missing: withoutNamespacedType,
    arbitrary: (target) =>
      fc.record({
        resource: target.types === undefined
          ? fc.constantFrom("secrets", "roles", "deployments", "rolebindings")
          : namespacedResourceName(target),
        selectors: severalMalformed(),
      }),
    run: async (scope, { resource, selectors }) => {
      const id = "selectors.deletion-malformed-rejected";
      const objects = new Objects(scope, typeNamed(scope.target, resource));
      const created = await objects.create(objects.newObject("s0", { labels: { a: "b" } }));
      const path = objects.collectionOf(created);
      for (const selector of selectors) {
        expectError(id, await scope.send({ method: "DELETE", path, query: queryOf(selector) }));
      }
      verify(id, {
        holds: await objects.read(created) !== undefined,
        expected: "nothing deleted",
        actual: `${nameOf(created)} is deleted`,
      });
    },
  }),
];

function queryOf({ rule, text }: MalformedSelector): Record<string, string> {
  const field = rule === "selectors.malformed-field-rejected" ||
    rule === "selectors.unknown-field-rejected";
  return field ? { fieldSelector: text } : { labelSelector: text };
}
