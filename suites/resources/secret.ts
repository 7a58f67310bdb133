/**
 * Secrets of the core group.
 *
 * @module
 */
import { LONG, type Members, present, replacing, turn, UNICODE } from "./content.ts";
import type { ResourceType } from "../client/resource_type.ts";

/**
 * An opaque secret. One key has the content's number as its value; other keys come and go, with
 * values that are empty, long, binary or not ASCII.
 */
export const secret: ResourceType = {
  resource: "secrets",
  kind: "Secret",
  group: () => "",
  version: "v1",
  namespaced: true,
  body: (_dialect, content) =>
    present({ type: "Opaque", data: present(data(content)), immutable: immutable(content) }),
  change: (content) => replacing({ data: replacing(data(content)), immutable: immutable(content) }),
};

function data(content: number): Members {
  const isSimple = content === 0;
  return {
    "value": btoa(`content ${content}`),
    "empty": isSimple ? undefined : turn(content, undefined, "", undefined),
    "binary.dat": isSimple ? undefined : turn(content, undefined, "AAEC/+8=", "+/+/", undefined),
    "long_text": isSimple ? undefined : turn(content, btoa(LONG), undefined),
    "UNICODE-text": isSimple ? undefined : turn(content, undefined, undefined, UTF_8, undefined),
  };
}

const UTF_8 = btoa(String.fromCharCode(...new TextEncoder().encode(UNICODE)));

/** False differs from absent; true would keep later contents from being written. */
function immutable(content: number): boolean | undefined {
  return content === 0 ? undefined : turn(content, undefined, undefined, false);
}
