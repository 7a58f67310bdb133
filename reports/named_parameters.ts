/**
 * Causes that are about one parameter of requests: a failure alone that shows the same fault by a request
 * with this parameter is of it, in whatever area.
 *
 * @module
 */
import type { Failed } from "./cause_of.ts";
import { faultOf } from "./fault_of.ts";
import { isOwnSelector } from "./text.ts";

/** The parameters that the ids of causes are about. */
const ABOUT: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^(pages|limit)\b/, ["limit", "continue"]],
  [/^continue\b/, ["continue"]],
  [/^label ?selectors?\b/i, ["labelSelector"]],
  [/^field ?selectors?\b/i, ["fieldSelector"]],
  [/^(unknown fields|the default of fieldValidation)\b/, ["fieldValidation"]],
];

/** The most failures of a cause that may be what is left of another one. */
const FEW = 2;

/** A cause with its failures. */
interface Group {
  readonly id: string;
  readonly members: readonly Failed[];
  readonly isNamed: boolean;
}

/** Returns causes, of which those of few failures that nothing names are part of one about their parameter. */
export function withNamedParameters(groups: readonly Group[]): Group[] {
  const about = groups.flatMap((group) => {
    const names = ABOUT.find(([id]) => id.test(group.id))?.[1];
    return names === undefined ? [] : [{ group, names, fault: usualFault(group.members) }];
  });
  const taken = new Map<Group, Group>();
  for (const own of groups) {
    if (own.isNamed || own.members.length > FEW) continue;
    const [one, ...others] = about.filter(({ group, names, fault }) =>
      group !== own &&
      own.members.every(({ failure }) =>
        faultOf(failure) === fault && hasOneOf(names, failure.exchange.at(-1)?.path ?? "")
      )
    );
    // Of two causes either may be the reason.
    if (one !== undefined && others.length === 0) taken.set(own, one.group);
  }
  return groups.filter((group) => !taken.has(group)).map((group) => ({
    ...group,
    members: [
      ...group.members,
      ...[...taken].flatMap(([own, other]) => other === group ? own.members : []),
    ],
  }));
}

/** Returns the fault that most failures have. */
function usualFault(members: readonly Failed[]): string | undefined {
  const faults = [...Map.groupBy(members, ({ failure }) => faultOf(failure))];
  return faults.toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0];
}

/** Returns true for a path that has one of some parameters, but for the selector of the objects of a case. */
function hasOneOf(names: readonly string[], path: string): boolean {
  const given = [...new URLSearchParams(path.split("?")[1] ?? "")];
  return given.some(([name, value]) => names.includes(name) && !isOwnSelector(value));
}
