/**
 * Known differences of workloads and autoscalers, each with its reason.
 *
 * @module
 */
import {
  eachObject,
  editing,
  type Explanation,
  explanations,
  objectOf,
  whole,
} from "../requests/explained/explanation.ts";
import { isAt } from "./explained_applies.ts";

/** The known differences. */
export const WORKLOAD_EXPLANATIONS: readonly Explanation[] = explanations({
  "warnings-about-the-old-template": {
    reason: "At an update of a ReplicationController the real server warns about the template " +
      "before the update. The reference server warns about that which is sent.",
    reconcile: (exchange) => {
      const { request, reference, real } = exchange;
      const isUpdate = isAt(exchange, "replicationcontrollers") &&
        ["PATCH", "PUT"].includes(request.method);
      const others = (warnings: readonly string[]) =>
        warnings.filter((text) => !/^(spec\.)?template\./.test(text));
      if (!isUpdate || others(reference.warnings).length === reference.warnings.length) {
        return undefined;
      }
      return {
        reference: { ...reference, warnings: others(reference.warnings) },
        real: { ...real, warnings: others(real.warnings) },
      };
    },
  },
  "dry-run-of-a-removal": {
    reason: "The real server decodes the outcome of a dry run of an autoscaler into the stored " +
      "object, so that removed parts and more metrics remain in the answer.",
    reconcile: editing((body, exchange) => {
      const { method, query } = exchange.request;
      const isDry = query.dryRun === "All" && method !== "POST";
      if (!isDry || !isAt(exchange, "horizontalpodautoscalers")) return;
      eachObject(body, (object) => {
        const [spec, status] = [objectOf(object.spec), objectOf(object.status)];
        for (const name of ["behavior", "metrics"]) delete spec[name];
        for (const name of ["conditions", "currentMetrics", "currentCPUUtilizationPercentage"]) {
          delete status[name];
        }
        // The first version has the other metrics in annotations.
        const { annotations } = objectOf(object.metadata);
        for (const name of Object.keys(objectOf(annotations))) {
          if (name.startsWith("autoscaling.alpha.")) delete objectOf(annotations)[name];
        }
        if (annotations && Object.keys(annotations).length === 0) {
          delete objectOf(object.metadata).annotations;
        }
      });
    }),
  },
  "maps-in-raw-data": {
    endsSequence: true,
    reason: "The real server answers 500 to a strategic merge patch of a map that is in the free " +
      "data of a ControllerRevision, as it has no type for it.",
    reconcile: whole((exchange) =>
      isAt(exchange, "controllerrevisions") && exchange.real.status === 500 &&
      exchange.request.contentType === "application/strategic-merge-patch+json" &&
      Object.values(objectOf(objectOf(exchange.request.body).data)).some((value) =>
        typeof value === "object" && value !== null && !Array.isArray(value)
      )
    ),
  },
});
