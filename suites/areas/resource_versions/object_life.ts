/**
 * The resourceVersions of one object from creation to deletion.
 *
 * @module
 */
import fc from "fast-check";
import { labelChange } from "../../arbitraries/labels.ts";
import { resourceName } from "../../arbitraries/resource_types.ts";
import { type Check, Discard, property } from "../../check.ts";
import { describe, resourceVersionOf, uidOf } from "../../model/object.ts";
import { typeNamed } from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import type { JsonObject } from "../../client/http_client.ts";
import { Session } from "../../session/session.ts";
import type { Labels } from "../../session/writer.ts";
import { stopUnless, verify } from "../../verify.ts";

/** The writes that change the object. */
const VERBS = [
  "update",
  "merge patch",
  "strategic patch",
  "json patch",
  "apply",
  "status update",
  "status patch",
] as const;

/** The changes of an object, and when another object is lastWritten. */
interface LifeCase {
  readonly resource: string;
  readonly changes: readonly {
    readonly verb: typeof VERBS[number];
    readonly labels: Labels;
    /** True to write another object first. */
    readonly other: boolean;
  }[];
}

/** Checks of one object's resourceVersions. */
export const OBJECT_LIFE: readonly Check[] = [
  property<LifeCase>({
    id: "resource-versions/object-life",
    share: 0.4,
    title: "The resourceVersion of an object changes with the object, and with nothing else",
    requirements: [
      "resource-versions.object-carries-version",
      "resource-versions.change-gives-new-version",
      "resource-versions.unchanged-keeps-version",
      "resource-versions.get-unset-most-recent",
      "resource-versions.acknowledged-write-persists",
      "resource-versions.recreated-object-is-new",
    ],
    arbitrary: (target) =>
      fc.record({
        resource: resourceName(target),
        changes: fc.array(
          fc.record({
            verb: fc.constantFrom(...VERBS),
            labels: labelChange(),
            other: fc.boolean(),
          }),
          { minLength: 1, maxLength: 4, size: "max" },
        ),
      }),
    run: checkLife,
  }),
];

async function checkLife(scope: Scope, { resource, changes }: LifeCase): Promise<void> {
  const session = new Session(scope, typeNamed(scope.target, resource));
  const { writer, reader } = session;
  const seen = new Set<string>();
  await writer.create(0);
  const first = lastWritten(session, seen);
  for (const { verb, labels, other } of changes) {
    if (other) {
      await writer.create(1);
      await reader.get(0, undefined, {
        freshness: { kind: "most recent" },
        cell: "resource-versions.get-unset-most-recent",
      });
      await writer.remove(1);
    }
    await change(session, verb, labels);
    lastWritten(session, seen);
  }
  await reader.get(0, undefined, {
    freshness: { kind: "most recent" },
    cell: "resource-versions.acknowledged-write-persists",
  });
  await writer.remove(0);
  await writer.create(0);
  const second = lastWritten(session, seen);
  verify("resource-versions.recreated-object-is-new", {
    holds: uidOf(first) !== undefined && uidOf(first) !== uidOf(second),
    expected: "a new uid for the recreated object",
    actual: `${uidOf(second)}; it was ${uidOf(first)} before`,
  });
  session.verifyReads();
}

function change({ writer }: Session, verb: typeof VERBS[number], labels: Labels) {
  switch (verb) {
    case "update":
      return writer.update(0, { labels });
    case "merge patch":
      return writer.mergePatch(0, { labels });
    case "strategic patch":
      return writer.strategicPatch(0, { labels });
    case "json patch":
      return writer.jsonPatch(0, { labels });
    case "apply":
      return writer.apply(0, { labels });
    case "status update":
      return writer.writeStatus(0, "update");
    case "status patch":
      return writer.writeStatus(0, "merge-patch");
  }
}

/** Returns the object of the last write's response, whose resourceVersion must be new. */
function lastWritten(session: Session, seen: Set<string>): JsonObject {
  const { object, outcome } = session.writer.writes.at(-1)!;
  if (outcome !== "accepted" || object === undefined) throw new Discard("a write was rejected");
  const version = resourceVersionOf(object);
  const hasVersion = verify("resource-versions.object-carries-version", {
    holds: version !== undefined,
    expected: "a resourceVersion in the response",
    actual: describe(object),
  });
  stopUnless(hasVersion && version !== undefined, "whether later resourceVersions are new");
  verify("resource-versions.change-gives-new-version", {
    holds: !seen.has(version),
    expected: "a resourceVersion not used before",
    actual: version,
  });
  seen.add(version);
  return object;
}
