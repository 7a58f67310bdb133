/**
 * The `generation` of Deployments.
 *
 * @module
 */
import fc from "fast-check";
import { type Check, Discard, property } from "../../check.ts";
import type { Dialect } from "../../client/dialect.ts";
import { asObject, metadataOf } from "../../model/object.ts";
import type { Json } from "../../client/http_client.ts";
import type { RequirementId } from "../../catalogue.ts";
import { deployment } from "../../resources/deployment.ts";
import { Objects } from "../../session/objects.ts";
import { changeRequest, supports, WRITE_FORMS, type WriteForm } from "../../session/write_forms.ts";
import { stopUnless, verify } from "../../verify.ts";

/** The part of the Deployment to change. */
type Change = "spec" | "labels" | "generation" | "both" | "status" | "nothing";

const REQUIREMENT_OF = {
  spec: "metadata.generation-follows-spec",
  both: "metadata.generation-follows-spec",
  labels: "metadata.generation-ignores-labels",
  generation: "metadata.generation-from-server",
  status: "metadata.generation-ignores-labels",
  nothing: "metadata.generation-ignores-labels",
} as const satisfies Record<Change, RequirementId>;

/** The forms of reads beside JSON, by the number that selects one; every second case has none. */
const formsOf = ({ name, suffix }: Dialect): Readonly<Record<number, string>> => ({
  3: "application/yaml, application/json",
  5: `application/vnd.${name}.protobuf, application/json`,
  7: `application/json;as=Table;g=meta.${suffix};v=v1, application/json`,
  9: `application/json;as=PartialObjectMetadata;g=meta.${suffix};v=v1, application/json`,
});

/** Checks of `generation`. */
export const GENERATION: readonly Check[] = [
  property<{ forged: number; changes: readonly { what: Change; form: WriteForm }[] }>({
    id: "metadata/generation",
    version: 3,
    title: "The `generation` of a Deployment starts at 1 and counts only the changes of its `spec`",
    requirements: [
      "metadata.generation-starts-at-one",
      "metadata.generation-follows-spec",
      "metadata.generation-ignores-labels",
      "metadata.generation-from-server",
    ],
    arbitrary: ({ lacks = [] }) =>
      fc.record({
        forged: fc.integer({ min: 2, max: 9 }),
        changes: fc.array(
          fc.record({
            what: fc.constantFrom<Change>(
              "spec",
              "labels",
              "generation",
              "both",
              "status",
              "nothing",
            ),
            form: fc.constantFrom(...WRITE_FORMS.filter((form) => supports({ lacks }, form))),
          }),
          { minLength: 1, maxLength: 4, size: "max" },
        ),
      }),
    run: async (scope, { forged, changes }) => {
      const objects = new Objects(scope, deployment);
      const created = await objects.create(objects.newObject("object", { generation: forged }));
      const accept = formsOf(scope.target.dialect)[forged];
      /** Reads the object in one form: what a server keeps of it must not outlive the next change. */
      const readInForm = async () => {
        const path = objects.pathOf(created);
        if (accept !== undefined) await scope.send({ method: "GET", path, headers: { accept } });
      };
      await readInForm();
      let expected = 1;
      let current = created;
      expectGeneration(
        "metadata.generation-starts-at-one",
        metadataOf(created).generation,
        expected,
      );
      for (const [index, { what: change, form }] of changes.entries()) {
        scope.note(`${change} by ${form}`);
        const metadata = {
          // Labels, as real servers count a change of annotations as one of the spec.
          ...((change === "labels" || change === "both") && { labels: { change: `${index}` } }),
          ...(change === "generation" && { generation: expected + forged }),
        };
        const spec = deployment.change(index + 1);
        const body = {
          metadata,
          ...(change === "spec" || change === "both" ? spec : {}),
          ...(change === "status" && { status: { observedGeneration: index + 1 } }),
        };
        // Each apply has a manager of its own, so that none gives up fields.
        const response = await scope.send(
          changeRequest(scope, deployment, current, form, body, {
            manager: `plumbline-${index}`,
            ...(change === "status" && { subresource: "status" }),
          }),
        );
        const now = asObject(response.json);
        // What an earlier write left in the strategy may not fit the type that this one sets.
        if (response.status >= 300 || now === undefined) {
          throw new Discard(`the ${form} was rejected: ${response.status}`);
        }
        current = now;
        if (change === "spec" || change === "both") expected++;
        expectGeneration(REQUIREMENT_OF[change], metadataOf(now).generation, expected);
        await readInForm();
      }
    },
  }),
];

function expectGeneration(id: RequirementId, actual: Json | undefined, expected: number): void {
  stopUnless(verify(id, { expected, actual }), "the generation after later writes");
}
