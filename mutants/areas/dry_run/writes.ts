/**
 * Mutants of what dry runs store, validate and authorize.
 *
 * @module
 */
import { changingOptions, readingQuery } from "../../helpers.ts";
import { bugs } from "../../mutant.ts";
import { badRequest } from "@plumbline/server/api";
import { on } from "../../vocabulary/on.ts";
import { changeObjectIn, versionIn } from "../../vocabulary/results.ts";
import { metadataOf, objectsOf, withMetadata } from "../../vocabulary/json.ts";
import { wrap, wrapSteps } from "../../vocabulary/wrap.ts";

/** Ignores `dryRun`. */
const ignoringDryRun = changingOptions((options) => ({ ...options, dryRun: false }));

export const dryRunWriteMutants = bugs({
  "dry-run/namespace-emptied": {
    description: "A dry-run delete of a namespace deletes the Secrets in it.",
    reason: "The controller of namespaces follows each deletion that was accepted.",
    breaks: "dry-run.nothing-follows",
    install: on("delete namespaces", { dryRun: "All" }).changeResponse(async (response, asked) => {
      const path = `/api/v1/namespaces/${asked.info.name}/secrets`;
      if (response.ok) await asked.send("DELETE", { path });
      return response;
    }),
  },
  "dry-run/dependents-orphaned": {
    description:
      "A dry-run delete of a Deployment with `propagationPolicy=Orphan` takes the owner off its Secrets.",
    reason: "The owner is taken off before the deletion, which alone is a dry run.",
    breaks: "dry-run.nothing-follows",
    install: on("delete deployments", { dryRun: "All", propagationPolicy: "Orphan" })
      .changeResponse(async (response, { info: { namespace, name }, send }) => {
        const path = `/api/v1/namespaces/${namespace}/secrets`;
        const { items } = await (await send("GET", { path })).json();
        const isOwned = (item: unknown) =>
          objectsOf(metadataOf(item).ownerReferences).some((owner) => owner.name === name);
        for (const item of objectsOf(items).filter(isOwned)) {
          await send("PATCH", {
            path: `${path}/${metadataOf(item).name}`,
            type: "application/merge-patch+json",
            body: { metadata: { ownerReferences: null } },
          });
        }
        return response;
      }),
  },
  "dry-run/no-value-is-dry-patch": {
    description: "A patch or a deletecollection with `dryRun` but no value is a dry run.",
    reason: "Each verb reads the parameter itself, and these ask only whether it is there.",
    breaks: "dry-run.no-value-one-meaning",
    install: on("patch,deletecollection", { dryRun: "" }).changeQuery({ dryRun: "All" }),
  },
  "dry-run/deletecollection-forgotten": {
    description: "`deletecollection` with `dryRun=All` deletes the objects.",
    reason: "Each verb reads the parameter itself, and this one does not.",
    breaks: ["dry-run.state-unchanged", "dry-run.no-watch-event", "dry-run.delete-options"],
    install: on("deletecollection").withSteps(({ readDeleteOptions }) => ({
      readDeleteOptions: (body, query) => ({
        ...readDeleteOptions(body, query),
        dryRun: false,
      }),
    })),
  },
  "dry-run/paged-deletecollection-forgotten": {
    description:
      "`deletecollection` with `limit` and `dryRun=All` deletes the objects of the page.",
    reason: "Deleting page by page was added later, with parameters of its own.",
    breaks: "dry-run.state-unchanged",
    install: on("deletecollection", { dryRun: "All", limit: true }).changeQuery({
      dryRun: undefined,
    }),
  },
  "dry-run/apply-forgotten": {
    description: "An apply with `dryRun=All` is stored.",
    reason: "Apply has a separate handler, which does not read the parameter.",
    breaks: ["dry-run.apply", "dry-run.no-watch-event"],
    install: on("apply").withSteps(ignoringDryRun),
  },
  "dry-run/strategic-patch-forgotten": {
    description: "A strategic merge patch with `dryRun=All` is stored; other patch types are not.",
    reason: "The patch types share the code that stores but not the code that reads parameters.",
    breaks: ["dry-run.state-unchanged", "dry-run.no-watch-event"],
    install: on("strategic-merge-patch").withSteps(ignoringDryRun),
  },
  "dry-run/status-forgotten": {
    description: "A write to `/status` with `dryRun=All` is stored.",
    reason: "Subresources have a separate handler, which reads fewer parameters.",
    breaks: "dry-run.status-subresource",
    install: on("update,patch").where(({ info }) => info.subresource !== "").withSteps(
      ignoringDryRun,
    ),
  },
  "dry-run/body-options-unread": {
    description:
      "A delete ignores `dryRun` in its DeleteOptions and reads only the query parameter.",
    reason: "The options are passed to the deletion, but the flag is read from the query.",
    breaks: "dry-run.delete-options",
    install: wrap("steps", "readDeleteOptions", ({ readDeleteOptions }, body, query) => ({
      ...readDeleteOptions(body, query),
      dryRun: query.getAll("dryRun").includes("All"),
    })),
  },
  "dry-run/begins-finalizing": {
    description:
      "A delete with `dryRun=All` of an object with finalizers sets `deletionTimestamp`.",
    reason: "Only the removal is skipped; setting the timestamp is a separate write.",
    breaks: "dry-run.finalizers",
    install: wrap(
      "steps",
      "deleteObject",
      async ({ deleteObject }, registry, definition, key, options) => {
        const current = await registry.storage.get(key);
        const hasFinalizers = (current?.object.metadata.finalizers?.length ?? 0) > 0;
        return await deleteObject(registry, definition, key, {
          ...options,
          dryRun: options.dryRun && !hasFinalizers,
        });
      },
    ),
  },
  "dry-run/bumps-version": {
    description:
      "An update with `dryRun=All` rewrites the stored object, so its resourceVersion changes.",
    reason: "The rollback is implemented as a second write.",
    breaks: [
      "dry-run.versions-unchanged",
      "dry-run.no-watch-event",
      "dry-run.status-subresource",
    ],
    install: on("update", { dryRun: true }).serve(async ({ registry, next }) => {
      const result = await next();
      const key = versionIn(result)?.key;
      const current = key && await registry.storage.get(key);
      if (current) {
        const { revision: expected, object } = current;
        await registry.storage.transact(current.key, { expected, object: { ...object } });
      }
      return result;
    }),
  },
  "dry-run/generated-names-missing": {
    description: "A create with `generateName` and `dryRun=All` returns an empty name.",
    reason: "The name is generated when the object is stored.",
    breaks: "dry-run.generated-name",
    install: on("create", { dryRun: true }).changeResult((result) =>
      changeObjectIn(
        result,
        (object) => object.metadata.generateName ? withMetadata(object, { name: "" }) : object,
      )
    ),
  },
  "dry-run/defaults-left-out": {
    description: "A create with `dryRun=All` returns the object without defaults.",
    reason: "The dry run returns before defaults are applied.",
    breaks: [
      "dry-run.defaults-applied",
      "dry-run.create-body",
      "dry-run.create-status",
      "dry-run.same-rejection",
    ],
    install: on("create").withSteps(({ setDefaults }) => ({
      setDefaults(write) {
        if (!write.dryRun) setDefaults(write);
      },
    })),
  },
  "dry-run/existing-name-accepted": {
    description: "A create with `dryRun=All` of an existing name succeeds.",
    reason: "Existing names are detected by the storage, which a dry run does not reach.",
    breaks: ["dry-run.same-rejection", "dry-run.create-status"],
    install: wrap("steps", "store", async ({ store }, write) => {
      const { dryRun, current, key, object } = write;
      if (!dryRun || current) return await store(write);
      const { name } = object.metadata;
      write.result = { key: { ...key, name }, revision: 0, object, encodings: new Map() };
    }),
  },
  "dry-run/stale-update-passes": {
    description: "An update with `dryRun=All` at a stale resourceVersion succeeds.",
    reason: "The resourceVersion is compared by the storage, which a dry run does not reach.",
    breaks: ["dry-run.same-rejection", "dry-run.update-status"],
    install: on("update").withSteps(({ checkExpectedVersion }) => ({
      checkExpectedVersion(write) {
        if (!write.dryRun) checkExpectedVersion(write);
      },
    })),
  },
  "dry-run/any-value-is-dry": {
    description: "Every value of `dryRun` is treated as `All` instead of being rejected.",
    reason: "The parameter was implemented as a flag.",
    breaks: "dry-run.other-value-rejected",
    install: wrapSteps(readingQuery((query) => {
      const odd = query.getAll("dryRun").some((value) => value !== "All" && value !== "");
      if (odd) query.set("dryRun", "All");
    })),
  },
  "dry-run/rejected-after-storing": {
    description: "A create with an invalid `dryRun` is rejected after the object was stored.",
    reason: "Parameters that do not concern the object are validated last.",
    breaks: "dry-run.other-value-changes-nothing",
    install: on("create", { dryRun: true })
      .where(({ query }) => query.getAll("dryRun").some((value) => value !== "All" && value !== ""))
      .handle(async ({ next }) => {
        await next({ query: { dryRun: undefined } });
        return await next();
      }),
  },
  "dry-run/not-authorized": {
    description: "A request with `dryRun` is authorized for every user.",
    reason: "A dry run writes nothing, so no write permission is checked.",
    breaks: "dry-run.same-authorization",
    install(parts) {
      const dry = new WeakSet<object>();
      wrap("exchange", "authenticate", ({ authenticate }, request) => {
        const user = authenticate(request);
        const isDry = new URL(request.url).searchParams.has("dryRun");
        if (!isDry || !user) return user;
        const own = { ...user };
        dry.add(own);
        return own;
      })(parts);
      wrap(
        "authorizer",
        "decide",
        ({ decide }, attributes) =>
          dry.has(attributes.user)
            ? Promise.resolve({ allowed: true, reason: "", errors: [] })
            : decide(attributes),
      )(parts);
    },
  },
  "dry-run/reviews-rejected": {
    description: "A review with `dryRun` is rejected.",
    reason: "Reviews store nothing, so a dry run was considered meaningless.",
    breaks: "dry-run.reviews",
    install: on(
      "create localsubjectaccessreviews,selfsubjectaccessreviews,selfsubjectrulesreviews,subjectaccessreviews",
      {
        dryRun: true,
      },
    ).reject(badRequest("dryRun is not supported for reviews")),
  },
  "dry-run/delete-sets-deletion-timestamp": {
    description:
      "A delete with `dryRun=All` of an object with finalizers sets `deletionTimestamp`.",
    reason: "The dry run stops at the removal, and nothing is removed yet.",
    breaks: ["dry-run.state-unchanged", "dry-run.finalizers"],
    install: on("delete").withSteps(({ deleteObject }) => ({
      async deleteObject(registry, definition, key, options) {
        const current = await registry.storage.get(key);
        const hasFinalizers = (current?.object.metadata.finalizers ?? []).length > 0;
        const dryRun = options.dryRun && !hasFinalizers;
        return await deleteObject(registry, definition, key, { ...options, dryRun });
      },
    })),
  },
});
