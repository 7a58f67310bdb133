/**
 * Mutants of what Secrets reject.
 *
 * @module
 */
import { asObject } from "@plumbline/server/resources";
import { accepting } from "../../helpers.ts";
import { bugs } from "../../mutant.ts";
import { ofKind } from "../../vocabulary/kinds.ts";
import { type Install, on, onRequests, type Requests } from "../../vocabulary/on.ts";
import { wrapSteps } from "../../vocabulary/wrap.ts";

/** Does not bound what a patch in one form makes of a Secret, if it sends a field. */
const unbounded = (patches: Requests, field: string): Install =>
  patches.withSteps((original) =>
    accepting(({ reason }, { patch }) =>
      reason === "FieldValueTooLong" && asObject(patch)?.[field] !== undefined
    )(original)
  );

/** The mutants. */
export const limitMutants = bugs({
  "secrets/strategic-string-data-unbounded": {
    description: "A strategic merge patch with `stringData` may grow a Secret beyond its limit.",
    reason: "The sizes of `data` are summed up before `stringData` is merged.",
    breaks: "secrets.size-limit-of-growth",
    install: unbounded(on("strategic-merge-patch secrets"), "stringData"),
  },
  "secrets/merge-data-unbounded": {
    description: "A merge patch with `data` may grow a Secret beyond its limit.",
    reason: "Only what a request sends is measured.",
    breaks: "secrets.size-limit-of-growth",
    install: unbounded(on("merge-patch secrets"), "data"),
  },
  "secrets/immutable-type-changes": {
    description: "The `type` of an immutable Secret can be changed.",
    reason: "Immutability was understood to concern the data alone.",
    breaks: "secrets.immutable-type-fixed",
    install: ofKind("Secret").ignoreCauses(({ field }, { immutable }, old) =>
      field === "type" && immutable === true && old !== undefined
    ),
  },
  "secrets/any-size": {
    description: "A create of a Secret of more than 32 MiB returns 201.",
    reason: "Large bodies are written to disk first, where no limit was set.",
    breaks: "secrets.size-bounded",
    install: onRequests(({ request }) =>
      Number(request.headers.get("content-length")) >= 32 * 1024 * 1024
    )
      .handle(async ({ bytes }) => {
        await bytes();
        return Response.json({ kind: "Secret", apiVersion: "v1", metadata: {} }, { status: 201 });
      }),
  },
  "secrets/grows-by-patch": {
    description: "A Secret may grow beyond the maximum size by updates and patches.",
    reason: "The size is checked by the handler of creates.",
    breaks: "secrets.size-limit-of-growth",
    install: on("update,patch secrets")
      .withSteps(accepting(({ reason }) => reason === "FieldValueTooLong")),
  },
  "secrets/string-data-of-any-size": {
    description: "The size limit of a Secret does not count what `stringData` adds to it.",
    reason: "The size is checked in the body, before `stringData` is merged into `data`.",
    breaks: ["secrets.size-limit-applies-to-total", "secrets.size-limit-of-growth"],
    install(parts) {
      const texts = new WeakSet<object>();
      wrapSteps(({ setDefaults }) => ({
        setDefaults(write) {
          const { stringData } = write.object;
          setDefaults(write);
          if (stringData !== undefined) texts.add(write);
        },
      }))(parts);
      wrapSteps(
        accepting(({ reason }, write) => reason === "FieldValueTooLong" && texts.has(write)),
      )(
        parts,
      );
    },
  },
});
