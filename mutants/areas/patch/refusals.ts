/**
 * Mutants of malformed patches, immutable fields and missing objects.
 *
 * @module
 */
import { ApiError, conflict } from "../../../server/api_error.ts";
import { asObject } from "../../../server/registry/resource.ts";
import type { Mutant } from "../../mutant.ts";
import { overwriting } from "../metadata/places.ts";
import { withParts } from "../../changes.ts";

export const patchRefusalMutants: readonly Mutant[] = [
  {
    id: "patch/lists-patch-nothing",
    area: "patch",
    description: "A merge patch that is a list succeeds without a change.",
    reason: "A list has no members to merge.",
    breaks: ["patch.merge-malformed-rejected"],
    install({ verbs }) {
      verbs(({ patch }) => ({
        async patch(registry, request) {
          const { context } = request;
          const type = context.request.headers.get("content-type") ?? "";
          const bytes = await context.body();
          const text = new TextDecoder().decode(bytes);
          const isList = type.includes("merge-patch") && /^\s*\[[^]*\]\s*$/.test(text);
          const body = () => Promise.resolve(isList ? new TextEncoder().encode("{}") : bytes);
          return await patch(registry, { ...request, context: { ...context, body } });
        },
      }));
    },
  },
  {
    id: "patch/names-are-not-patched",
    area: "patch",
    description: "A patch of `metadata.name` succeeds without a change.",
    reason: "Immutable fields are restored from the stored object, as the uid is.",
    breaks: ["patch.identity-immutable"],
    install({ verbs }) {
      verbs(({ patch }) => ({ patch: withParts(patch, { decoder: overwriting("name") }) }));
    },
  },
  {
    id: "patch/kinds-are-not-patched",
    area: "patch",
    description: "A merge patch of `kind` succeeds without a change.",
    reason: "The kind follows from the path, so it is removed before the merge.",
    breaks: ["patch.identity-immutable"],
    install({ patcher }) {
      patcher(({ applyMergePatch }) => ({
        applyMergePatch(target, patch) {
          const { kind: _, ...rest } = asObject(patch) ?? {};
          return applyMergePatch(target, asObject(patch) ? rest : patch);
        },
      }));
    },
  },
  {
    id: "patch/missing-is-a-conflict",
    area: "patch",
    description:
      "A JSON patch of an object that does not exist is answered with 409 instead of 404.",
    reason: "The object is assumed to have been deleted concurrently.",
    breaks: ["patch.missing-object-rejected"],
    install({ verbs }) {
      verbs(({ patch }) => ({
        async patch(registry, request) {
          try {
            return await patch(registry, request);
          } catch (error) {
            const { definition, context } = request;
            const type = context.request.headers.get("content-type") ?? "";
            const isMissing = error instanceof ApiError && error.reason === "NotFound";
            if (!isMissing || !type.includes("json-patch")) throw error;
            throw conflict(definition, context.info.name, "it was removed meanwhile");
          }
        },
      }));
    },
  },
];
