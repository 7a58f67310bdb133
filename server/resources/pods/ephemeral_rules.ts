/**
 * Validates ephemeral containers, which are added to running pods.
 *
 * @module
 */
import type { Cause } from "../../api_error.ts";
import type { JsonObject } from "../../object.ts";
import { duplicateCause, forbiddenCause } from "../field_causes.ts";
import { each, forbiddenFields, itemsOf, when } from "../rules.ts";
import { type Surroundings, validateContainer } from "./container_rules.ts";

const WHY = "cannot be set for an Ephemeral Container";

/** Validates the ephemeral containers of the spec of a pod. */
export function validateEphemeralContainers(
  spec: JsonObject,
  field: string,
  around: Surroundings,
): Cause[] {
  const others = [...itemsOf(spec.containers), ...itemsOf(spec.initContainers)];
  const all = itemsOf(spec.ephemeralContainers);
  return each(spec.ephemeralContainers, field, (container, at, index) => [
    ...validateContainer(container, at, around),
    ...when(
      [...others, ...all.slice(0, index)].some(({ name }) =>
        (name ?? "") === (container.name ?? "")
      ),
      duplicateCause(`${at}.name`, container.name ?? ""),
    ),
    ...target(container, others, `${at}.targetContainerName`),
    // An empty list is set, too.
    ...when(container.ports !== undefined, forbiddenCause(`${at}.ports`, WHY)),
    ...when(hasResources(container), forbiddenCause(`${at}.resources`, WHY)),
    ...forbiddenFields(
      container,
      at,
      ["livenessProbe", "readinessProbe", "startupProbe", "lifecycle"],
      WHY,
    ),
    ...each(
      container.volumeMounts,
      `${at}.volumeMounts`,
      (mount, at) =>
        ["subPath", "subPathExpr"].flatMap((name) =>
          when(Boolean(mount[name]), forbiddenCause(`${at}.${name}`, WHY))
        ),
    ),
  ]);
}

function target(
  { targetContainerName: name }: JsonObject,
  others: readonly JsonObject[],
  field: string,
): Cause[] {
  if (!name || others.some((other) => other.name === name)) return [];
  const message = `Not found: ${JSON.stringify(name)}`;
  return [{ reason: "FieldValueNotFound", field, message }];
}

const hasResources = ({ resources }: JsonObject): boolean =>
  Object.keys(resources ?? {}).length > 0;
