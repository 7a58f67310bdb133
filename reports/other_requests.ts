/**
 * Failures that no request of a form can explain: the same is violated where no such request was sent.
 *
 * @module
 */
import type { Failure } from "./events.ts";

/** What violates a requirement. */
interface Failed {
  readonly requirement: string;
  readonly failure: Failure;
}

/** The id of a cause that is an ignored parameter of requests. */
const IGNORED = /^(\w+) is ignored$/;

/** The parameters that are not in the query of a request. */
const IN_BODIES: readonly (string | undefined)[] = ["preconditions"];

/** Returns true if no request of a failure has the parameter that a cause is about. */
export function isWithoutParameter(id: string, failure: Failure): boolean {
  const [, parameter] = IGNORED.exec(id) ?? [];
  if (parameter === undefined || IN_BODIES.includes(parameter)) return false;
  const { exchange, omittedExchanges = 0 } = failure;
  return omittedExchanges === 0 && exchange.length > 0 &&
    !exchange.some(({ path }) => new URLSearchParams(path.split("?")[1]).has(parameter));
}

/** Returns the requirements that are violated in cases without the parameter that a cause is about. */
export function violatedWithout(id: string, failed: readonly Failed[]): ReadonlySet<string> {
  return new Set(
    failed.filter(({ failure }) => isWithoutParameter(id, failure))
      .map(({ requirement }) => requirement),
  );
}
