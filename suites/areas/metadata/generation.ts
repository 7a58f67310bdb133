/**
 * How a deployment's generation counts.
 *
 * @module
 */
import fc from "fast-check";
import { type Check, property, Violation } from "../../check.ts";
import { metadataOf } from "../../model/object.ts";
import type { RequirementId } from "../../catalogue.ts";
import { deployment } from "../../resources/deployment.ts";
import { accepted, Objects } from "../../session/objects.ts";

/** What is changed. */
type Change = "spec" | "labels" | "generation" | "both";

const HOLDS = {
  spec: "metadata.generation-follows-spec",
  both: "metadata.generation-follows-spec",
  labels: "metadata.generation-ignores-labels",
  generation: "metadata.generation-not-written",
} as const satisfies Record<Change, RequirementId>;

/** Generations. */
export const GENERATION: readonly Check[] = [
  property<{ forged: number; changes: readonly Change[] }>({
    id: "metadata/generation",
    title: "A deployment's generation starts at 1 and counts the changes of its spec alone",
    requirements: [
      "metadata.generation-starts-at-one",
      "metadata.generation-follows-spec",
      "metadata.generation-ignores-labels",
      "metadata.generation-not-written",
    ],
    level: "convention",
    arbitrary: () =>
      fc.record({
        forged: fc.integer({ min: 2, max: 9 }),
        changes: fc.array(fc.constantFrom<Change>("spec", "labels", "generation", "both"), {
          minLength: 1,
          maxLength: 4,
          size: "max",
        }),
      }),
    run: async (scope, { forged, changes }) => {
      const objects = new Objects(scope, deployment);
      const made = await objects.create(objects.make("object", { generation: forged }));
      let due = 1;
      expectGeneration("metadata.generation-starts-at-one", metadataOf(made).generation, due);
      for (const [index, change] of changes.entries()) {
        const metadata = {
          // Not annotations: real servers count a change of those as one of the spec.
          ...((change === "labels" || change === "both") && { labels: { change: `${index}` } }),
          ...(change === "generation" && { generation: due + forged }),
        };
        const spec = deployment.change(index + 1);
        const body = { metadata, ...(change === "spec" || change === "both" ? spec : {}) };
        const now = accepted(await objects.patch(made, body), "a patch was refused");
        if (change === "spec" || change === "both") due++;
        expectGeneration(HOLDS[change], metadataOf(now).generation, due);
      }
    },
  }),
];

function expectGeneration(id: RequirementId, actual: unknown, due: number): void {
  if (actual !== due) throw new Violation(id, { expected: `${due}`, actual: `${actual}` });
}
