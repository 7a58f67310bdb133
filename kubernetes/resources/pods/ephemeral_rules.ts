/**
 * Validates ephemeral containers, which are added to running pods.
 *
 * @module
 */
import type { JsonObject } from "@plumbline/server/api";
import { duplicateCause, itemsOf, when } from "@plumbline/server/rules";
import {
  alwaysForbidden,
  each,
  fields,
  ifFilled,
  maybe,
  type Rule,
} from "@plumbline/server/fields";
import { container, type Surroundings } from "./container_rules.ts";
import { notFound } from "./resource_rules.ts";

const NOT_EPHEMERAL = alwaysForbidden("cannot be set for an Ephemeral Container");

/** Returns the rule of the ephemeral containers of the spec of a pod. */
export function ephemeralContainers(spec: JsonObject, around: Surroundings): Rule {
  const others = [...itemsOf(spec.containers), ...itemsOf(spec.initContainers)];
  return each(
    container(around),
    ({ name = "" }, at, index, all) =>
      when(
        [...others, ...all.slice(0, index)].some((other) => (other.name ?? "") === name),
        duplicateCause(`${at}.name`, name),
      ),
    fields(({ targetContainerName, resources }) => ({
      targetContainerName: targetContainerName &&
        !others.some(({ name }) => name === targetContainerName) && notFound,
      // An empty list is set, too.
      ports: maybe(NOT_EPHEMERAL),
      resources: Object.keys(resources ?? {}).length > 0 && NOT_EPHEMERAL,
      livenessProbe: maybe(NOT_EPHEMERAL),
      readinessProbe: maybe(NOT_EPHEMERAL),
      startupProbe: maybe(NOT_EPHEMERAL),
      lifecycle: maybe(NOT_EPHEMERAL),
      volumeMounts: each(
        fields({ subPath: ifFilled(NOT_EPHEMERAL), subPathExpr: ifFilled(NOT_EPHEMERAL) }),
      ),
    })),
  );
}
