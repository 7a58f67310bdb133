/**
 * Loads the Protobuf encoding, and the messages of all kinds, when a request first needs them: a
 * server that serves only JSON starts without them.
 *
 * @module
 */
import type * as envelope from "./protobuf/envelope.ts";
import type * as messages from "./protobuf/messages.ts";

/** The functions of the Protobuf encoding, all synchronous. */
export type Protobuf = Pick<
  typeof envelope & typeof messages,
  | "decodeProtobuf"
  | "decodeProtobufWatchEvent"
  | "encodeProtobuf"
  | "encodeProtobufWatchEvent"
  | "kindNames"
  | "messageOfKind"
>;

/** What extensions have added, and is not loaded yet. */
let added: (() => Promise<messages.MessageTables>)[] = [];

/** The encoding with all messages that were added before; undefined if more were added since. */
let loaded: Promise<Protobuf> | undefined;

/**
 * Adds messages. All servers of a program share them, as their names have one meaning each.
 *
 * @param load loads them when a request first needs the encoding
 */
export function addMessages(load: () => Promise<messages.MessageTables>): void {
  added.push(load);
  loaded = undefined;
}

/** Loads the Protobuf encoding; later calls share the first one's result. */
export function loadProtobuf(): Promise<Protobuf> {
  return loaded ??= load();
}

async function load(): Promise<Protobuf> {
  const pending = added;
  added = [];
  const [objects, messages, ...tables] = await Promise.all([
    import("./protobuf/envelope.ts"),
    import("./protobuf/messages.ts"),
    ...pending.map((load) => load()),
  ]);
  tables.forEach(messages.installMessages);
  return { ...objects, ...messages };
}
