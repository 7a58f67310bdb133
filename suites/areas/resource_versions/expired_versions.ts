/**
 * Lists with `resourceVersionMatch=Exact` at resourceVersions that are no longer in the history.
 *
 * @module
 */
import { type Check, Discard, example } from "../../check.ts";
import { contentOf } from "../../model/content.ts";
import { resourceVersionOf } from "../../model/object.ts";
import { separateTypesOf } from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import { outlive } from "../../session/expiry.ts";
import { Session } from "../../session/session.ts";
import { expectError } from "../../session/violation.ts";
import { recordViolation } from "../../verify.ts";

/** Checks of expired resourceVersions. */
export const EXPIRED_VERSIONS: readonly Check[] = [
  example({
    id: "resource-versions/exact-too-old-gone",
    title:
      "An exact list shows the state at its resourceVersion until it gets 410, and never another state",
    requirements: [
      "resource-versions.exact-too-old-gone",
      "resource-versions.list-exact-whole-other",
    ],
    needs: ["history expiry"],
    alone: true,
    run: expireVersions,
  }),
];

async function expireVersions(scope: Scope): Promise<void> {
  const sessions = separateTypesOf(scope.target).map((type) => new Session(scope, type));
  for (const { writer } of sessions) await writer.create(0);
  const starts = sessions.map((session) => {
    const object = session.writer.known(0);
    if (object === undefined) throw new Discard("an object could not be created");
    return { session, object, seen: false, gone: false };
  });
  const listExactly = async () => {
    for (const each of starts.filter(({ gone }) => !gone)) {
      const { session, object } = each;
      const { reader, at } = session;
      const options = { version: resourceVersionOf(object)!, match: "Exact" };
      const response = await reader.send(at.widest(), options);
      if (response.status === 200) {
        const items = at.read(response.json)?.items ?? [];
        if (items.length === 1 && contentOf(items[0]!) === contentOf(object)) {
          each.seen = true;
          continue;
        }
        // The state was served before: it must be served unchanged or get 410.
        const id = each.seen
          ? "resource-versions.exact-too-old-gone"
          : "resource-versions.list-exact-whole-other";
        recordViolation(id, {
          expected: `the state at resourceVersion ${resourceVersionOf(object)}, or 410`,
          actual: response.text.slice(0, 300),
        });
        each.gone = true;
        continue;
      }
      expectError("resource-versions.exact-too-old-gone", response, { only: 410 });
      each.gone = true;
    }
    return starts.filter(({ gone }) => !gone).length;
  };
  await listExactly();
  const left = await outlive(sessions, listExactly);
  if (left === starts.length) {
    throw new Discard("no resourceVersion expired while the check waited");
  }
}
