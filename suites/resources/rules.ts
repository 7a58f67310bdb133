/**
 * Rules that grant nothing, as no server has their resource.
 *
 * @module
 */
import type { Json } from "../client/http_client.ts";

/** Returns a rule for a nonexistent resource, which depends on the content. */
export function harmlessRules(content: number): Json[] {
  return [{
    apiGroups: ["plumbline.invalid"],
    resources: ["plumbs"],
    resourceNames: [`content-${content}`],
    verbs: ["get"],
  }];
}
