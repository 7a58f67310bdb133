/**
 * Secrets of the core group.
 *
 * @module
 */
import type { ResourceType } from "./resource_type.ts";

/** An opaque secret of one key, whose value is the content's number. */
export const secret: ResourceType = {
  resource: "secrets",
  kind: "Secret",
  group: () => "",
  version: "v1",
  namespaced: true,
  body: (_dialect, content) => ({ type: "Opaque", data: data(content) }),
  change: (content) => ({ data: data(content) }),
};

function data(content: number): { value: string } {
  return { value: btoa(`content ${content}`) };
}
