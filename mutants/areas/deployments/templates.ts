/**
 * Mutants of the pod template and of the form in which fields of a Deployment are returned.
 *
 * @module
 */
import type { Json, JsonObject } from "@plumbline/server/api";
import { asObject } from "@plumbline/server/resources";
import { bugs } from "../../mutant.ts";
import { on } from "../../vocabulary/on.ts";
import { within, without } from "../../vocabulary/json.ts";

/** Changes every object within a value. */
function everywhere(value: Json, change: (object: JsonObject) => JsonObject): Json {
  if (Array.isArray(value)) return value.map((item) => everywhere(item, change));
  const object = asObject(value);
  if (object === undefined) return value;
  return change(Object.fromEntries(
    Object.entries(object).map(([key, each]) => [key, everywhere(each, change)]),
  ));
}

/** The mutants. */
export const templateMutants = bugs({
  "deployments/hook-without-scheme": {
    description: "The `httpGet` of a hook has no default `scheme`.",
    reason: "The default is set for probes only.",
    breaks: "deployments.template-defaults",
    install: on("* deployments").change((body) =>
      everywhere(body, (object) => {
        const { postStart } = object;
        const httpGet = asObject(within(postStart).httpGet);
        if (httpGet === undefined) return object;
        return {
          ...object,
          postStart: { ...within(postStart), httpGet: without(httpGet, "scheme") },
        };
      }) as JsonObject
    ),
  },
  "deployments/exponents-as-sent": {
    description: "A quantity with an exponent keeps it in the response to an update.",
    reason: "Only suffixes are normalised.",
    breaks: "deployments.quantities-in-one-form",
    install: on("update deployments").change((body) =>
      everywhere(
        body,
        (object) => object.memory === "200" ? { ...object, memory: "2E2" } : object,
      ) as JsonObject
    ),
  },
  "deployments/list-with-texts": {
    description: "A list shows a number of `maxSurge` as a text.",
    reason: "The items of a list are written by a general encoder.",
    breaks: ["deployments.max-surge-kept", "exchanges.one-state-per-version"],
    install: on("list deployments").change((body) =>
      everywhere(
        body,
        (object) =>
          typeof object.maxSurge === "number"
            ? { ...object, maxSurge: String(object.maxSurge) }
            : object,
      ) as JsonObject
    ),
  },
});
