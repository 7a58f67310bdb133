/**
 * Mutants of deletion that concern one type and one form of request.
 *
 * @module
 */
import { timestamp } from "@plumbline/server/parts";
import { accepting } from "../../helpers.ts";
import { bugs } from "../../mutant.ts";
import { on } from "../../vocabulary/on.ts";
import { listOf, metadataOf } from "../../vocabulary/json.ts";
import { wrap } from "../../vocabulary/wrap.ts";

/** A patch that removes the finalizers. */
const UNHOLD = ["PATCH", {
  type: "application/merge-patch+json",
  body: { metadata: { finalizers: null } },
}] as const;

export const lifecycleOneTypeMutants = bugs({
  "lifecycle/no-grace-in-body-is-final": {
    description:
      "A delete of a ClusterRole with `gracePeriodSeconds: 0` in its body removes it, finalizers or not.",
    reason: "No grace is taken for a deletion by force.",
    breaks: "lifecycle.stays-until-finalizers-are-empty",
    install: on("delete clusterroles", { dryRun: false }).handle(async ({ next, object, send }) => {
      const response = await next();
      if (response.ok && (await object())?.gracePeriodSeconds === 0) await send(...UNHOLD);
      return response;
    }),
  },
  "lifecycle/background-in-body-is-final": {
    description: "A delete of a Role with the policy Background in its body removes it at once.",
    reason: "In the background nobody waits for finalizers.",
    breaks: "lifecycle.stays-until-finalizers-are-empty",
    install: on("delete roles", { dryRun: false }).handle(async ({ next, object, send }) => {
      const response = await next();
      const isBackground = (await object())?.propagationPolicy === "Background";
      if (response.ok && isBackground) await send(...UNHOLD);
      return response;
    }),
  },
  "lifecycle/collection-ignores-preconditions": {
    description: "A `deletecollection` of ClusterRoles ignores the `preconditions` in its body.",
    reason: "Preconditions were assumed to be about a single object.",
    breaks: "lifecycle.collection-preconditions",
    install: on("deletecollection clusterroles").withSteps(() => ({ checkPreconditions() {} })),
  },
  "lifecycle/preconditions-ignored-while-deleted": {
    description: "A delete of a RoleBinding that is being deleted ignores its `preconditions`.",
    reason: "A repeated delete changes nothing, so it is answered early.",
    breaks: ["lifecycle.uid-precondition-missed", "lifecycle.version-precondition-missed"],
    install: wrap(
      "steps",
      "checkPreconditions",
      ({ checkPreconditions }, object, definition, options) => {
        const early = definition.kind === "RoleBinding" && object.metadata.deletionTimestamp;
        if (!early) checkPreconditions(object, definition, options);
      },
    ),
  },
  "lifecycle/collection-of-roles-resets-timestamp": {
    description: "A `deletecollection` sets the `deletionTimestamp` of waiting Roles again.",
    reason: "Only the delete of one object looks for an earlier deletion.",
    breaks: "lifecycle.deletion-time-stays",
    install: on("deletecollection roles").withSteps(({ markDeletion }) => ({
      markDeletion(object, now, ...rest) {
        const marked = markDeletion(object, now, ...rest);
        const metadata = { ...marked.metadata, deletionTimestamp: timestamp(now) };
        return object.metadata.deletionTimestamp === undefined ? marked : { ...marked, metadata };
      },
    })),
  },
  "lifecycle/dry-update-finalizes": {
    description:
      "A dry-run update of a ClusterRoleBinding without its last finalizers removes it for real.",
    reason: "The removal follows the update and does not know of the dry run.",
    breaks: "lifecycle.stays-until-finalizers-are-empty",
    install: on("update clusterrolebindings", { dryRun: "All" }).handle(
      async ({ object, next }) => {
        const response = await next();
        const { finalizers } = metadataOf(await object());
        const { metadata = {} } = response.ok ? await response.clone().json() : {};
        if (listOf(finalizers).length === 0 && metadata.deletionTimestamp !== undefined) {
          await next({ query: { dryRun: undefined } });
        }
        return response;
      },
    ),
  },
  "lifecycle/deletion-time-is-creation-time": {
    description: "The `deletionTimestamp` of a Role is its `creationTimestamp`.",
    reason: "The wrong one of two timestamps is copied.",
    breaks: "lifecycle.deletion-timestamp-is-now",
    install: wrap("steps", "markDeletion", ({ markDeletion }, object, now, definition, options) => {
      const { creationTimestamp } = object.metadata;
      const time = definition.kind === "Role" ? Date.parse(creationTimestamp) : now;
      return markDeletion(object, time, definition, options);
    }),
  },
  "lifecycle/deletion-time-after-grace": {
    description:
      "With `gracePeriodSeconds` the `deletionTimestamp` of a Secret is the end of that period.",
    reason: "For pods the grace period is added.",
    breaks: "lifecycle.deletion-timestamp-is-now",
    install: on("delete secrets", { gracePeriodSeconds: true }).serve(({ request, nextWith }) => {
      const added = Number(request.context.query.get("gracePeriodSeconds")) * 1_000;
      return nextWith(({ markDeletion }) => ({
        markDeletion: (object, now, ...rest) => markDeletion(object, now + added, ...rest),
      }));
    }),
  },
  "lifecycle/collections-deleted-after-grace": {
    description:
      "With `gracePeriodSeconds` a deletion of a collection sets `deletionTimestamp` to its end.",
    reason: "For pods the grace period is added.",
    breaks: "lifecycle.deletion-timestamp-is-now",
    install: on("deletecollection", { gracePeriodSeconds: true }).serve(({ request, nextWith }) => {
      const added = Number(request.context.query.get("gracePeriodSeconds")) * 1_000;
      return nextWith(({ markDeletion }) => ({
        markDeletion: (object, now, ...rest) => markDeletion(object, now + added, ...rest),
      }));
    }),
  },
  "lifecycle/grace-period-recorded": {
    description: "The `deletionGracePeriodSeconds` of a Deployment is the requested one.",
    reason: "The option is stored as it was sent.",
    breaks: "lifecycle.grace-period-is-zero",
    install: on("delete deployments").serve(({ request, nextWith }) => {
      const seconds = Number(request.context.query.get("gracePeriodSeconds") ?? 0);
      return nextWith(({ markDeletion }) => ({
        markDeletion(object, ...rest) {
          const marked = markDeletion(object, ...rest);
          const metadata = { ...marked.metadata, deletionGracePeriodSeconds: seconds };
          return marked === object ? object : { ...marked, metadata };
        },
      }));
    }),
  },
  "lifecycle/strategic-patch-never-removes": {
    description:
      "A ClusterRoleBinding being deleted stays when a strategic merge patch empties its finalizers.",
    reason: "The removal was added for the patch types of the specification only.",
    breaks: "lifecycle.removed-when-finalizers-are-empty",
    install: on("strategic-merge-patch clusterrolebindings").withSteps(() => ({
      finishDeletion: () => {},
    })),
  },
  "lifecycle/apply-renews-deletion-time": {
    description: "An apply to a Deployment that is being deleted renews its `deletionTimestamp`.",
    reason: "The applied object is marked for deletion again.",
    breaks: "lifecycle.deletion-time-stays",
    install: on("apply deployments").withSteps((original) => ({
      carryOverMeta(write) {
        original.carryOverMeta(write);
        const { object, current } = write;
        const { deletionTimestamp } = current!.object.metadata;
        if (!deletionTimestamp) return;
        object.metadata.deletionTimestamp = timestamp(Date.parse(deletionTimestamp) + 1_000);
      },
      ...accepting(({ field }) => field.startsWith("metadata.deletion"))(original),
    })),
  },
});
