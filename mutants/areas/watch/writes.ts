/**
 * Mutants of the events of one kind of write to one type.
 *
 * @module
 */
import { type ApiObject, equal, expired, type Json } from "@plumbline/server/api";
import type { VerbHandler } from "@plumbline/server/parts";
import { asObject } from "@plumbline/server/resources";
import { textOf, withSteps } from "../../helpers.ts";
import { bugs } from "../../mutant.ts";
import { changingEvents } from "./helpers.ts";

/** Drops the MODIFIED events of some changes of a kind. */
const losingChanges = (
  kind: string,
  loses: (before: ApiObject, after: ApiObject) => boolean,
): (watch: VerbHandler) => VerbHandler =>
(watch) =>
  changingEvents(watch, ({ definition }) => definition.kind === kind, () => {
    const last = new Map<string, ApiObject>();
    return (events) =>
      events.filter((event) => {
        if (!("version" in event)) return true;
        const { key, object } = event.version;
        const before = last.get(textOf(key));
        last.set(textOf(key), object);
        return event.type !== "MODIFIED" || before === undefined || !loses(before, object);
      });
  });

const appliersOf = ({ metadata: { managedFields } }: ApiObject): Json[] =>
  (Array.isArray(managedFields) ? managedFields : [])
    .filter((entry) => asObject(entry)?.operation === "Apply");

export const writeMutants = bugs({
  "watch/deletecollection-is-silent": {
    description: "Objects that a `deletecollection` of ClusterRoleBindings removes have no event.",
    reason: "The collection is truncated in the storage, below the level that sends events.",
    breaks: ["watch.nothing-lost", "watch.list-then-watch"],
    install({ verbs }) {
      const removed = new Set<string>();
      verbs(({ deletecollection, watch }) => ({
        async deletecollection(registry, request) {
          const { definition } = request;
          if (definition.kind !== "ClusterRoleBinding") {
            return await deletecollection(registry, request);
          }
          const noting = withSteps(deletecollection, ({ deleteObject }) => ({
            async deleteObject(...given) {
              const current = await registry.storage.get(given[2]);
              if (current) removed.add(current.object.metadata.uid);
              return await deleteObject(...given);
            },
          }));
          return await noting(registry, request);
        },
        watch: changingEvents(
          watch,
          ({ definition }) => definition.kind === "ClusterRoleBinding",
          () => (events) =>
            events.filter((event) =>
              event.type !== "DELETED" || !removed.has(event.version.object.metadata.uid)
            ),
        ),
      }));
    },
  },
  "watch/status-write-is-silent": {
    description: "A write of `/status` that changes nothing else has no event.",
    reason: "Events are sent when the generation or the metadata changes.",
    breaks: "watch.nothing-lost",
    install({ verbs }) {
      verbs(({ watch }) => ({
        watch: losingChanges(
          "Deployment",
          (before, after) =>
            equal(before.spec ?? null, after.spec ?? null) &&
            !equal(before.status ?? null, after.status ?? null),
        )(watch),
      }));
    },
  },
  "watch/apply-is-silent": {
    description: "An apply to a RoleBinding has no event.",
    reason: "The handler of applies was written last and does not notify watches of this type.",
    breaks: "watch.nothing-lost",
    install({ verbs }) {
      verbs(({ watch }) => ({
        watch: losingChanges(
          "RoleBinding",
          (before, after) => !equal(appliersOf(before), appliersOf(after)),
        )(watch),
      }));
    },
  },
  "watch/short-history": {
    description: "A watch of Deployments from a version more than four revisions old gets 410.",
    reason: "The event buffer of this type was sized for tests.",
    breaks: "watch.history-lives",
    install({ steps }) {
      const KEPT = 4;
      steps(({ startWatch }) => ({
        async startWatch(registry, request, options) {
          const from = Number(options.resourceVersion ?? 0);
          const lost = from > 0 && registry.storage.currentRevision() - from > KEPT;
          if (lost && request.definition.kind === "Deployment") {
            throw expired(`too old resource version: ${from}`);
          }
          return await startWatch(registry, request, options);
        },
      }));
    },
  },
});
