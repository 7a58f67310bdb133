/**
 * Stores HorizontalPodAutoscalers in the form that release 1.26 has in storage.
 *
 * @module
 */
import { keepStorable } from "../resources/autoscaling/autoscaler_conversion.ts";
import type { AdmissionPlugin } from "@plumbline/server/extension";

/** The plugin. It runs after the validation of what a client sent. */
export const autoscalers: AdmissionPlugin = {
  resources: ["autoscaling/horizontalpodautoscalers"],
  verbs: ["create", "update"],
  admit({ object }) {
    if (object) keepStorable(object);
    return Promise.resolve();
  },
};
