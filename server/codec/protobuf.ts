/**
 * The door to the Protobuf form. It is loaded when a request first needs it, so that a server that
 * speaks JSON only does not wait for it.
 *
 * @module
 */
import type * as envelope from "./protobuf/envelope.ts";
import type * as watchFrame from "./protobuf/envelope.ts";

/** The functions of the Protobuf form; none of them waits. */
export type Protobuf = typeof envelope & typeof watchFrame;

let loaded: Promise<Protobuf> | undefined;

/** Loads the Protobuf form; a second call shares the first one's work. */
export function loadProtobuf(): Promise<Protobuf> {
  return loaded ??= load();
}

async function load(): Promise<Protobuf> {
  const [objects, events] = await Promise.all([
    import("./protobuf/envelope.ts"),
    import("./protobuf/envelope.ts"),
  ]);
  return { ...objects, ...events };
}
