/**
 * The list of all broken oracles.
 *
 * @module
 */
import type { BrokenOracle } from "../broken_oracle.ts";
import { authorizationOracles } from "./authorization.ts";
import { exchangeOracles } from "./exchanges.ts";
import { objectOracles } from "./objects.ts";
import { protocolOracles } from "./protocol.ts";
import { readOracles } from "./reads.ts";
import { requestOracles } from "./requests.ts";
import { sessionOracles } from "./sessions.ts";
import { watchOracles } from "./watches.ts";

/** All broken oracles, those of one model together. */
export const brokenOracles: readonly BrokenOracle[] = [
  ...readOracles,
  ...watchOracles,
  ...sessionOracles,
  ...objectOracles,
  ...authorizationOracles,
  ...protocolOracles,
  ...exchangeOracles,
  ...requestOracles,
];
