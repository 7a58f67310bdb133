/**
 * Mutants of what Secrets reject.
 *
 * @module
 */
import { ignoringCauses, strategyOf } from "../../helpers.ts";
import { bugs } from "../../mutant.ts";

/** The mutants. */
export const limitMutants = bugs({
  "secrets/immutable-type-changes": {
    description: "The `type` of an immutable Secret can be changed.",
    reason: "Immutability was understood to concern the data alone.",
    breaks: "secrets.immutable-type-fixed",
    install({ resource }) {
      resource(strategyOf(
        "Secret",
        ignoringCauses(({ field }, { immutable }, old) =>
          field === "type" && immutable === true && old !== undefined
        ),
      ));
    },
  },
  "secrets/any-size": {
    description: "A create of a Secret of more than 32 MiB returns 201.",
    reason: "Large bodies are written to disk first, where no limit was set.",
    breaks: "secrets.size-bounded",
    install({ wire }) {
      wire(({ answer }) => ({
        async answer(request) {
          const size = Number(request.headers.get("content-length") ?? "0");
          if (size < 32 * 1024 * 1024) return await answer(request);
          await request.arrayBuffer();
          const body = { kind: "Secret", apiVersion: "v1", metadata: {} };
          return Response.json(body, { status: 201 });
        },
      }));
    },
  },
});
