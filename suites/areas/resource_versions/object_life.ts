/**
 * The versions of one object through its life.
 *
 * @module
 */
import fc from "fast-check";
import { labelChange } from "../../arbitraries/labels.ts";
import { resourceName } from "../../arbitraries/resource_types.ts";
import { type Check, Discard, property, Violation } from "../../check.ts";
import { describe, resourceVersionOf, uidOf } from "../../model/object.ts";
import { resourceType } from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import type { JsonObject } from "../../client/http_client.ts";
import { Session } from "../../session/session.ts";
import type { Labels } from "../../session/writer.ts";

/** A life: its changes, and where others are written to meanwhile. */
interface Life {
  readonly resource: string;
  readonly changes: readonly {
    readonly verb: "update" | "merge patch" | "json patch";
    readonly labels: Labels;
    /** Write to another object first. */
    readonly other: boolean;
  }[];
}

/** An object's life. */
export const OBJECT_LIFE: readonly Check[] = [
  property<Life>({
    id: "resource-versions/object-life",
    title: "An object's version changes with the object, and with nothing else",
    requirements: [
      "resource-versions.object-carries-version",
      "resource-versions.change-gives-new-version",
      "resource-versions.unchanged-keeps-version",
      "resource-versions.get-unset-most-recent",
      "resource-versions.acknowledged-is-kept",
      "resource-versions.recreated-is-another",
    ],
    level: "must",
    arbitrary: () =>
      fc.record({
        resource: resourceName(),
        changes: fc.array(
          fc.record({
            verb: fc.constantFrom("update" as const, "merge patch" as const, "json patch" as const),
            labels: labelChange(),
            other: fc.boolean(),
          }),
          { minLength: 1, maxLength: 4, size: "max" },
        ),
      }),
    run: live,
  }),
];

async function live(scope: Scope, { resource, changes }: Life): Promise<void> {
  const session = new Session(scope, resourceType(resource));
  const { writer, reader } = session;
  const seen = new Set<string>();
  await writer.create(0);
  const first = written(session, seen);
  for (const { verb, labels, other } of changes) {
    if (other) {
      await writer.create(1);
      await reader.get(0, undefined, {
        freshness: { kind: "most recent" },
        cell: "resource-versions.get-unset-most-recent",
      });
      await writer.remove(1);
    }
    if (verb === "update") await writer.update(0, { labels });
    else if (verb === "merge patch") await writer.mergePatch(0, { labels });
    else await writer.jsonPatch(0, { labels });
    written(session, seen);
  }
  await reader.get(0, undefined, {
    freshness: { kind: "most recent" },
    cell: "resource-versions.acknowledged-is-kept",
  });
  await writer.remove(0);
  await writer.create(0);
  const second = written(session, seen);
  if (uidOf(first) === undefined || uidOf(first) === uidOf(second)) {
    throw new Violation("resource-versions.recreated-is-another", {
      expected: "a new uid for the object made again",
      actual: `${uidOf(second)}, and ${uidOf(first)} before`,
    });
  }
  session.verifyReads();
}

/** The object the last write answered, whose version must be a new one. */
function written(session: Session, seen: Set<string>): JsonObject {
  const { object, outcome } = session.writer.writes.at(-1)!;
  if (outcome !== "accepted" || object === undefined) throw new Discard("a write was refused");
  const version = resourceVersionOf(object);
  if (version === undefined) {
    const facts = { expected: "a version in the answer", actual: describe(object) };
    throw new Violation("resource-versions.object-carries-version", facts);
  }
  if (seen.has(version)) {
    const facts = { expected: "a version not used before", actual: version };
    throw new Violation("resource-versions.change-gives-new-version", facts);
  }
  seen.add(version);
  return object;
}
