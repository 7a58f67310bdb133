/**
 * The causes that experiments show: their failures, and the requests that they were seen on.
 *
 * @module
 */
import type { ExplainedCause } from "@plumbline/reports/events";
import type { Behaviour, Seen } from "./behaviour.ts";
import type { FailedCase } from "./repeat.ts";

/** Returns the failures that cases are of. */
export function failuresOf(cases: readonly FailedCase[]): ExplainedCause["failures"] {
  return cases.map(({ check, requirement }) => ({ check: check.id, requirement }));
}

/** Returns what identifies a failure. */
export function failureKey({ check, requirement }: ExplainedCause["failures"][number]): string {
  return `${check} ${requirement}`;
}

/** Returns behaviours that are one cause, with the failures that they explain. */
export function causeOf(
  [first, ...others]: readonly Behaviour[],
  explained: readonly FailedCase[],
  all: readonly FailedCase[],
): ExplainedCause {
  const { id, name, nameOf, feature, refusal, harm, concerns = () => true } = first!;
  const on = explained.flatMap(({ seen }) =>
    [first!, ...others].flatMap(({ shows }) => shows(seen))
  );
  const asked = all.flatMap(({ seen }) => seen.filter(concerns));
  return {
    id,
    title: (on.length > 0 ? nameOf?.(on) : undefined) ?? name,
    ...(feature && { feature }),
    ...(refusal && { refusal }),
    ...(harm && { harm }),
    failures: failuresOf(explained),
    ...typesAsked(on, asked),
  };
}

/** Returns the verbs and types of requests that show something, and of those that do not. */
export function typesAsked(
  on: readonly Seen[],
  asked: readonly Seen[],
): { readonly seen: readonly string[]; readonly unseen: readonly string[] } {
  const textsOf = (some: readonly Seen[]) =>
    new Set(
      some.flatMap(({ verb, place }) =>
        place === undefined
          ? []
          : [`${verb} ${[place.resource, place.subresource].filter(Boolean).join("/")}`]
      ),
    );
  const seen = textsOf(on);
  return { seen: [...seen].sort(), unseen: [...textsOf(asked).difference(seen)].sort() };
}
