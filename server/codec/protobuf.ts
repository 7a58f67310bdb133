/**
 * Loads the Protobuf encoding when a request first needs it, so that a server that serves only JSON
 * starts without it.
 *
 * @module
 */
import type * as envelope from "./protobuf/envelope.ts";
import type * as watchFrame from "./protobuf/envelope.ts";

/** The functions of the Protobuf encoding, all synchronous. */
export type Protobuf = typeof envelope & typeof watchFrame;

let loaded: Promise<Protobuf> | undefined;

/** Loads the Protobuf encoding; later calls share the first one's result. */
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
