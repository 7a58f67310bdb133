/**
 * The Protobuf messages of the kinds of a release, as data.
 *
 * @module
 */
import type { MessageTable, MessageTables } from "@plumbline/server/types";
import messages from "../data/messages.json" with { type: "json" };
import newer from "../data/newer_messages.json" with { type: "json" };
import newest from "../data/newest_messages.json" with { type: "json" };

/** The messages by release. */
export const MESSAGES: MessageTables = {
  first: [messages as MessageTable, newer as MessageTable],
  newest: newest as MessageTable,
};
