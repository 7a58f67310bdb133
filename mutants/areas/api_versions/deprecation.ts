/**
 * Mutants of deprecated API versions and their warnings.
 *
 * @module
 */
import type { Verb } from "../../../server/context.ts";
import type { Mutant } from "../../mutant.ts";
import type { PartChanges } from "../../../server/parts.ts";

/** Removes the warnings from the responses to one verb. */
function notWarning({ exchange, wire }: PartChanges, verb: Verb): void {
  const verbs = new WeakMap<Request, string>();
  exchange(({ receive }) => ({
    receive(context) {
      verbs.set(context.request, context.info.verb);
      return receive?.(context);
    },
  }));
  wire(({ answer }) => ({
    async answer(request) {
      const response = await answer(request);
      if (verbs.get(request) === verb) response.headers.delete("warning");
      return response;
    },
  }));
}

const forgotten = (verb: Verb, reason: string): Mutant => ({
  id: `api-versions/${verb}-unwarned`,
  area: "api-versions",
  description: `A ${verb} in a deprecated API version is answered without a warning.`,
  reason,
  breaks: [`api-versions.deprecated-${verb}-warns`],
  install: (parts) => notWarning(parts, verb),
});

export const deprecationMutants: readonly Mutant[] = [
  forgotten(
    "create",
    "The warning is added where a stored object is read, and a create reads none.",
  ),
  forgotten("get", "Warnings were considered useful for writes only."),
  forgotten("list", "Lists have a separate encoder, which writes its own headers."),
  forgotten("watch", "The headers of a stream are sent before the handler adds warnings."),
  forgotten("update", "Warnings are added verb by verb, and PUT was considered covered by create."),
  forgotten("patch", "Patches have a separate handler, which was added later."),
  forgotten("delete", "A client that deletes objects was assumed to be migrating already."),
  forgotten(
    "deletecollection",
    "It was considered a series of deletes, each with its own warning.",
  ),
  {
    id: "api-versions/warning-without-agent",
    area: "api-versions",
    description: "A `Warning` header has no agent between its code and its text.",
    reason: "The agent `-` carries no information and was left out.",
    breaks: ["api-versions.warning-well-formed", "field-validation.warning-well-formed"],
    install({ wire }) {
      wire(({ answer }) => ({
        async answer(request) {
          const response = await answer(request);
          const warning = response.headers.get("warning");
          if (warning) response.headers.set("warning", warning.replaceAll("299 - ", "299 "));
          return response;
        },
      }));
    },
  },
  {
    id: "api-versions/deprecated-is-gone",
    area: "api-versions",
    description: "An update in a deprecated API version is rejected.",
    reason: "Deprecated versions were made read-only.",
    breaks: ["api-versions.deprecated-still-answers", "api-versions.written-in-every-version"],
    install({ resource }) {
      resource(({ lifecycle, unsupportedVerbs = [] }) =>
        lifecycle?.deprecatedIn ? { unsupportedVerbs: [...unsupportedVerbs, "update"] } : {}
      );
    },
  },
  {
    id: "api-versions/all-versions-warn",
    area: "api-versions",
    description: "All API versions of a resource warn while one of them is deprecated.",
    reason: "The deprecation is stored with the resource instead of the version.",
    breaks: ["api-versions.current-does-not-warn"],
    install({ resource }) {
      resource(({ lifecycle, version }) =>
        lifecycle && /^v1(beta3)?$/.test(version)
          ? { lifecycle: { ...lifecycle, deprecatedIn: "1.24" } }
          : {}
      );
    },
  },
];
