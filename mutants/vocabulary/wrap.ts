/**
 * Bugs in one function of the server, by the part that has it and its name.
 *
 * @module
 */
import type { Change, Parts, Steps } from "@plumbline/server/parts";
import type { Install } from "./on.ts";

/** The functions of a part. */
type FunctionOf<Part> = {
  [Name in keyof Part]-?: NonNullable<Part[Name]> extends (...given: never[]) => unknown ? Name
    : never;
}[keyof Part];

type Given<Function> = NonNullable<Function> extends (...given: infer Given) => unknown ? Given
  : never;

type Returned<Function> = NonNullable<Function> extends (...given: never[]) => infer Returned
  ? Returned
  : never;

/**
 * Replaces one function of a part: `wrap("authorizer", "decide", ({ decide }, asked) => …)`.
 *
 * @param replacement receives the part without the bug, and what the function is given
 */
export function wrap<Name extends keyof Parts, Member extends FunctionOf<Parts[Name]>>(
  part: Name,
  member: Member,
  replacement: (
    original: Parts[Name],
    ...given: Given<Parts[Name][Member]>
  ) => Returned<Parts[Name][Member]>,
): Install {
  const change = (original: Parts[Name]) => ({
    [member]: (...given: Given<Parts[Name][Member]>) => replacement(original, ...given),
  });
  return (parts) => parts[part](change as Change<Parts[Name]>);
}

/** Replaces several steps of all verbs; `on` does so for some requests. */
export const wrapSteps = (change: Change<Steps>): Install => ({ steps }) => steps(change);
