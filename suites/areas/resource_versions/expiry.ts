/**
 * Exact lists of states the target no longer keeps.
 *
 * @module
 */
import { type Check, Discard, example, Violation } from "../../check.ts";
import { contentOf } from "../../model/content.ts";
import { resourceVersionOf } from "../../model/object.ts";
import { RESOURCE_TYPES } from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import { outlive } from "../../session/expiry.ts";
import { Session } from "../../session/session.ts";
import { expectRefusal } from "../../session/violation.ts";

/** The past, when it is gone. */
export const VERSION_EXPIRY: readonly Check[] = [
  example({
    id: "resource-versions/exact-too-old-gone",
    title: "An exact list shows the state it names until it answers 410, never another",
    requirements: [
      "resource-versions.exact-too-old-gone",
      "resource-versions.list-exact-whole-other",
    ],
    level: "must",
    needs: ["history expiry"],
    alone: true,
    run: outliveVersions,
  }),
];

async function outliveVersions(scope: Scope): Promise<void> {
  const sessions = RESOURCE_TYPES.map((type) => new Session(scope, type));
  for (const { writer } of sessions) await writer.create(0);
  const held = sessions.map((session) => {
    const object = session.writer.known(0);
    if (object === undefined) throw new Discard("an object could not be made");
    return { session, object, seen: false, gone: false };
  });
  const look = async () => {
    for (const each of held.filter(({ gone }) => !gone)) {
      const { session, object } = each;
      const { reader, at } = session;
      const options = { version: resourceVersionOf(object)!, match: "Exact" };
      const answer = await reader.send(at.widest(), options);
      if (answer.status === 200) {
        const items = at.read(answer.json)?.items ?? [];
        if (items.length === 1 && contentOf(items[0]!) === contentOf(object)) {
          each.seen = true;
          continue;
        }
        // What was shown as it was cannot be shown any more.
        const id = each.seen
          ? "resource-versions.exact-too-old-gone"
          : "resource-versions.list-exact-whole-other";
        throw new Violation(id, {
          expected: `the state of version ${resourceVersionOf(object)}, or 410`,
          actual: answer.text.slice(0, 300),
        });
      }
      expectRefusal("resource-versions.exact-too-old-gone", answer, { only: 410 });
      each.gone = true;
    }
    return held.filter(({ gone }) => !gone).length;
  };
  await look();
  const left = await outlive(sessions, look);
  if (left === held.length) {
    throw new Discard("the target kept its history for as long as was waited");
  }
}
