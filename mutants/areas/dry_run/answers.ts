/**
 * Mutants of the responses to dry runs.
 *
 * @module
 */
import { type ApiObject, badRequest, notFound } from "@plumbline/server/api";
import { bugs } from "../../mutant.ts";
import { readingQuery } from "../../helpers.ts";
import { on } from "../../vocabulary/on.ts";
import { wrap, wrapSteps } from "../../vocabulary/wrap.ts";
import type { Change, Steps } from "@plumbline/server/parts";

/** Answers a dry run with the stored object. */
const returningStored: Change<Steps> = ({ store }) => ({
  async store(write) {
    await store(write);
    if (write.dryRun && write.current) write.result = write.current;
  },
});

export const answerMutants = bugs({
  "dry-run/secret-in-any-namespace": {
    description: "A dry-run create of a Secret in a namespace that does not exist succeeds.",
    reason: "The namespace is read when the object is stored.",
    breaks: "dry-run.same-rejection",
    install: on("create secrets", { dryRun: "All" }).replace(
      404,
      async (_, { object }) => Response.json(await object() ?? {}, { status: 201 }),
    ),
  },
  "dry-run/patch-accepted": {
    description: "A patch with `dryRun=All` is answered with 202.",
    reason: "The request is accepted and not executed, which resembles the meaning of 202.",
    breaks: ["dry-run.patch-status", "dry-run.status-subresource"],
    install: on("patch", { dryRun: "All" }).changeResult((result) =>
      result.kind === "object" ? { ...result, status: 202 } : result
    ),
  },
  "dry-run/finalizers-ignored": {
    description:
      "A delete with `dryRun=All` of an object with finalizers is answered as if the object " +
      "were removed.",
    reason: "The dry run returns before finalizers are examined.",
    breaks: "dry-run.delete-status",
    install: wrap(
      "steps",
      "deleteObject",
      async ({ deleteObject }, registry, definition, key, options) => {
        const outcome = await deleteObject(registry, definition, key, options);
        return outcome && options.dryRun ? { ...outcome, removed: true } : outcome;
      },
    ),
  },
  "dry-run/collection-accepted": {
    description: "`deletecollection` with `dryRun=All` is answered with 202.",
    reason: "The code 202 is for deletions that are not finished.",
    breaks: "dry-run.deletecollection-status",
    install: on("deletecollection", { dryRun: "All" }).changeResult((result) =>
      result.kind === "value" ? { ...result, status: 202 } : result
    ),
  },
  "dry-run/empty-collection-not-found": {
    description: "A dry-run `deletecollection` that selects nothing is answered with 404.",
    reason: "Without a deletion there is no result to answer with.",
    breaks: "dry-run.deletecollection-status",
    install: on("deletecollection", { dryRun: "All" }).withSteps(({ readPage }) => ({
      async readPage(registry, request, options) {
        const page = await readPage(registry, request, options);
        if (page.versions.length === 0) throw notFound(request.definition, "");
        return page;
      },
    })),
  },
  "dry-run/foreground-delete-done": {
    description:
      "A dry-run delete with `propagationPolicy=Foreground` is answered with 200, not 202.",
    reason: "Nothing is left to wait for after a dry run.",
    breaks: "dry-run.delete-status",
    install: on("delete", { dryRun: "All", propagationPolicy: "Foreground" }).changeResult(
      (result) => result.kind === "value" ? { ...result, status: 200 } : result,
    ),
  },
  "dry-run/update-reads-back": {
    description:
      "An update with `dryRun=All` returns the stored object instead of the updated one.",
    reason: "The response is read back from the storage.",
    breaks: ["dry-run.update-body", "dry-run.status-subresource"],
    install: on("update").withSteps(returningStored),
  },
  "dry-run/patch-reads-back": {
    description: "A patch with `dryRun=All` returns the stored object instead of the patched one.",
    reason: "Only stored objects are known to be fully validated.",
    breaks: ["dry-run.patch-body", "dry-run.status-subresource"],
    install: on("patch").withSteps(returningStored),
  },
  "dry-run/delete-shows-object": {
    description: "A delete with `dryRun=All` returns the object instead of a Status.",
    reason: "A client that tests a deletion was assumed to want to see the object.",
    breaks: "dry-run.delete-body",
    install: on("delete").serve(async ({ nextWith }) => {
      let seen: ApiObject | undefined;
      const result = await nextWith(({ deleteObject }) => ({
        async deleteObject(registry, definition, key, options) {
          const outcome = await deleteObject(registry, definition, key, options);
          if (options.dryRun) seen = outcome?.version.object;
          return outcome;
        },
      }));
      return result.kind === "value" && seen ? { ...result, value: seen } : result;
    }),
  },
  "dry-run/collection-shows-list": {
    description:
      "`deletecollection` with `dryRun=All` returns a list of the objects instead of a Status.",
    reason: "The list is read anyway and contains more than a Status.",
    breaks: "dry-run.deletecollection-body",
    install: on("deletecollection", { dryRun: "All" }).serve(
      async ({ registry, request, verbs, next }) => {
        const listed = await verbs.list(registry, request);
        await next();
        return listed;
      },
    ),
  },
  "dry-run/no-value-rejected": {
    description: "`dryRun` without a value is rejected.",
    reason: "`All` is the only valid value.",
    breaks: "dry-run.no-value-permitted",
    install: wrapSteps(readingQuery((query) => {
      if (query.getAll("dryRun").includes("")) throw badRequest('dryRun must be "All"');
    })),
  },
});
