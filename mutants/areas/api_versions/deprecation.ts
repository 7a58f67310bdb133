/**
 * Faults of deprecated versions: what is warned of, and what is answered all the same.
 *
 * @module
 */
import type { Verb } from "../../../server/context.ts";
import type { Mutant } from "../../mutant.ts";
import type { Seams } from "../../../server/parts.ts";

/** Answers without the warning, of one verb. */
function notWarning({ exchange, wire }: Seams, verb: Verb): void {
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
  description: `A ${verb} in a deprecated version is answered without a warning.`,
  reason,
  breaks: [`api-versions.deprecated-${verb}-warns`],
  install: (seams) => notWarning(seams, verb),
});

/** The faults. */
export const deprecationMutants: readonly Mutant[] = [
  forgotten("create", "The warning is added where an object is read, before there is one."),
  forgotten("get", "Only writes were thought to be worth a warning."),
  forgotten("list", "Lists have an encoder of their own, which writes its own head."),
  forgotten("watch", "The head of a stream is sent before the handler has its say."),
  forgotten("update", "The warning was added verb by verb, and PUT was taken for a create."),
  forgotten("patch", "Patches have a handler of their own, made later."),
  forgotten("delete", "Who deletes is on the way out anyway."),
  forgotten("deletecollection", "It was taken for several deletions, which warn by themselves."),
  {
    id: "api-versions/warning-without-agent",
    area: "api-versions",
    description: "A warning is a code and a text, with no agent between them.",
    reason: "The agent says nothing, so that it was left out.",
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
    description: "A change in a deprecated version is refused.",
    reason: "What is to go should not be written any more.",
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
    description: "Every version of a resource warns while one of them is deprecated.",
    reason: "The warning was kept with the resource and not with its version.",
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
