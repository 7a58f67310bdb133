/**
 * Mutants of the events of one kind of write to one type.
 *
 * @module
 */
import { type ApiObject, equal, expired, type Json } from "@plumbline/server/api";
import { asObject } from "@plumbline/server/resources";
import { keyText } from "../../helpers.ts";
import { bugs } from "../../mutant.ts";
import { all, type Install, on, type Requests } from "../../vocabulary/on.ts";
import { wrap } from "../../vocabulary/wrap.ts";

/** Drops the MODIFIED events of some changes. */
const losingChanges = (
  watches: Requests,
  loses: (before: ApiObject, after: ApiObject) => boolean,
): Install =>
  watches.changeEvents(() => {
    const last = new Map<string, ApiObject>();
    return (events) =>
      events.filter((event) => {
        if (!("version" in event)) return true;
        const { key, object } = event.version;
        const before = last.get(keyText(key));
        last.set(keyText(key), object);
        return event.type !== "MODIFIED" || before === undefined || !loses(before, object);
      });
  });

const appliersOf = ({ metadata: { managedFields } }: ApiObject): Json[] =>
  (Array.isArray(managedFields) ? managedFields : [])
    .filter((entry) => asObject(entry)?.operation === "Apply");

export const watchWriteMutants = bugs({
  "watch/deletecollection-is-silent": {
    description: "Objects that a `deletecollection` of ClusterRoleBindings removes have no event.",
    reason: "The collection is truncated in the storage, below the level that sends events.",
    breaks: ["watch.nothing-lost", "watch.list-then-watch"],
    install(parts) {
      const removed = new Set<string>();
      all(
        on("deletecollection clusterrolebindings").serve(({ registry, nextWith }) =>
          nextWith(({ deleteObject }) => ({
            async deleteObject(...given) {
              const current = await registry.storage.get(given[2]);
              if (current) removed.add(current.object.metadata.uid);
              return await deleteObject(...given);
            },
          }))
        ),
        on("watch clusterrolebindings").changeEvents(() => (events) =>
          events.filter((event) =>
            event.type !== "DELETED" || !removed.has(event.version.object.metadata.uid)
          )
        ),
      )(parts);
    },
  },
  "watch/status-write-is-silent": {
    description: "A write of `/status` that changes nothing else has no event.",
    reason: "Events are sent when the generation or the metadata changes.",
    breaks: "watch.nothing-lost",
    install: losingChanges(
      on("watch deployments"),
      (before, after) =>
        equal(before.spec ?? null, after.spec ?? null) &&
        !equal(before.status ?? null, after.status ?? null),
    ),
  },
  "watch/apply-is-silent": {
    description: "An apply to a RoleBinding has no event.",
    reason: "The handler of applies was written last and does not notify watches of this type.",
    breaks: "watch.nothing-lost",
    install: losingChanges(
      on("watch rolebindings"),
      (before, after) => !equal(appliersOf(before), appliersOf(after)),
    ),
  },
  "watch/short-history": {
    description: "A watch of Deployments from a version more than four revisions old gets 410.",
    reason: "The event buffer of this type was sized for tests.",
    breaks: "watch.history-lives",
    install(parts) {
      const KEPT = 4;
      wrap("steps", "startWatch", async ({ startWatch }, registry, request, options) => {
        const from = Number(options.resourceVersion ?? 0);
        const lost = from > 0 && registry.storage.currentRevision() - from > KEPT;
        if (lost && request.definition.kind === "Deployment") {
          throw expired(`too old resource version: ${from}`);
        }
        return await startWatch(registry, request, options);
      })(parts);
    },
  },
});
