/**
 * The subresource `scale` of custom resources, by the paths in their CustomResourceDefinition.
 *
 * @module
 */
import type { ApiObject, Cause, Json, JsonObject } from "@plumbline/server/api";
import {
  asObject,
  type ObjectView,
  scale,
  scaleOf,
  withPreconditions,
} from "@plumbline/server/resources";
import { invalidCause } from "@plumbline/server/rules";
import { goText } from "./go_text.ts";
import type { ScalePaths } from "./custom_resource_definition.ts";

const namesIn = (path: string): string[] => path.split(".").slice(1);

function valueAt(object: ApiObject, path: string): Json | undefined {
  let value: Json | undefined = object;
  for (const name of namesIn(path)) value = asObject(value)?.[name];
  return value;
}

function setAt(object: JsonObject, path: string, value: Json): void {
  const names = namesIn(path);
  const last = names.pop()!;
  let parent = object;
  for (const name of names) {
    const inner = asObject(parent[name]) ?? {};
    parent[name] = inner;
    parent = inner;
  }
  parent[last] = value;
}

/** Returns the conversion between objects and their Scale. */
export function scaleViewOf(paths: ScalePaths): ObjectView {
  const { specReplicasPath, statusReplicasPath, labelSelectorPath } = paths;
  return {
    definition: scale.definition,
    changes: namesIn(specReplicasPath),
    show(object) {
      const selector = labelSelectorPath && valueAt(object, labelSelectorPath);
      return scaleOf(object, {
        replicas: Number(valueAt(object, specReplicasPath) ?? 0),
        status: {
          replicas: Number(valueAt(object, statusReplicasPath) ?? 0),
          ...(selector && { selector: String(selector) }),
        },
      });
    },
    set(object, sent) {
      const changed = withPreconditions(object, sent);
      setAt(changed, specReplicasPath, Number(asObject(sent.spec)?.replicas ?? 0));
      return changed;
    },
  };
}

/** The greatest number of replicas. */
const MOST = 2 ** 31 - 1;

/** Returns the value on a path that is no object although the path continues. */
function obstacleTo(object: ApiObject, path: string): Json | undefined {
  let value: Json | undefined = object;
  for (const name of namesIn(path)) {
    if (value === undefined) return undefined;
    const inner = asObject(value);
    if (!inner) return value;
    value = inner[name];
  }
  return undefined;
}

function goTypeOf(value: Json): string {
  switch (typeof value) {
    case "number":
      return Number.isInteger(value) ? "int64" : "float64";
    case "boolean":
      return "bool";
    case "string":
      return "string";
    default:
      return Array.isArray(value) ? "[]interface {}" : "<nil>";
  }
}

/** Returns the causes of replica counts that no Scale can represent. */
export function validateScaleOf(object: ApiObject, paths: ScalePaths): Cause[] {
  return [paths.specReplicasPath, paths.statusReplicasPath].flatMap((path): Cause[] => {
    const obstacle = obstacleTo(object, path);
    if (obstacle !== undefined) {
      const why = `${path} accessor error: ${goText(obstacle)} is of the type ${
        goTypeOf(obstacle)
      }, expected map[string]interface{}`;
      return [invalidCause(path, 0, why)];
    }
    const value = valueAt(object, path);
    if (typeof value !== "number") return [];
    if (value < 0) return [invalidCause(path, value, "should be a non-negative integer")];
    return value > MOST
      ? [invalidCause(path, value, `should be less than or equal to ${MOST}`)]
      : [];
  });
}
