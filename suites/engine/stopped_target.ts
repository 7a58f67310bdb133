/**
 * Decides when a run ends because its target has stopped working, and says why.
 *
 * @module
 */
import { TargetUnreachable } from "../client/http_client.ts";
import type { Target } from "../client/target.ts";

/** A target, as far as it shows whether it works. */
type Asked = Pick<Target, "url" | "client">;

/** The areas that are cut off, at least, before the target counts as unreachable. */
const MAX_CUT_OFF = 4;

/**
 * The failed requests and the milliseconds without one that succeeds after which a target counts as
 * broken: fewer, or less, may be those of a restart.
 */
const BROKEN = { requests: 200, time: 20_000 } as const;

/**
 * Returns why a run cannot go on.
 *
 * @param cutOff the areas that left a request unanswered
 * @param begun the areas of which a check was begun
 * @returns undefined if the target answers most requests: it is judged by these
 */
export function whyToStop(
  target: Asked,
  cutOff: number,
  begun: number,
): TargetUnreachable | undefined {
  const { url, client: { breakdown } } = target;
  if (cutOff >= MAX_CUT_OFF && 2 * cutOff >= begun) {
    const reason = new TargetUnreachable(
      `Cannot go on with ${url}: it left requests of ${cutOff} areas unanswered`,
      { isUnanswered: true },
    );
    return described(reason, target);
  }
  if (breakdown === undefined) return undefined;
  const { requests, time, text } = breakdown;
  if (requests < BROKEN.requests || time < BROKEN.time) return undefined;
  return new TargetUnreachable(`Cannot go on with ${url}: ${text}`);
}

/** Returns the error of a target that does not answer any more, with the request since which none succeeds. */
export function described(error: TargetUnreachable, { client }: Asked): TargetUnreachable {
  const { breakdown } = client;
  if (!error.isUnanswered || breakdown === undefined || breakdown.requests < 2) return error;
  return new TargetUnreachable(`${error.message}; ${breakdown.text}`, {
    cause: error,
    isUnanswered: true,
  });
}
