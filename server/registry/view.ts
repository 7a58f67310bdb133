/**
 * The verbs through a subresource that shows an object as another kind.
 *
 * @module
 */
import type { VerbHandler } from "./registry.ts";
import type { ObjectView } from "./resource.ts";

/** The handler, with its outcome as the subresource shows it. */
export function throughView(handler: VerbHandler, { show }: ObjectView): VerbHandler {
  return async (registry, request) => {
    const result = await handler(registry, request);
    if (result.kind !== "object") return result;
    const { version } = result;
    // The encodings that the version has are of the object itself.
    return {
      ...result,
      version: { ...version, object: show(version.object), encodings: new Map() },
    };
  };
}
