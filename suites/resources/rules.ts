/**
 * Rules that grant nothing: they speak of a resource no server has.
 *
 * @module
 */
import type { Json } from "../client/http_client.ts";

/** One rule on a made-up resource, named after the content's number. */
export function harmlessRules(content: number): Json[] {
  return [{
    apiGroups: ["plumbline.invalid"],
    resources: ["plumbs"],
    resourceNames: [`content-${content}`],
    verbs: ["get"],
  }];
}
