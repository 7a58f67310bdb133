/**
 * The types of the kinds of a release as data: their fields, defaults and Protobuf messages, which
 * this module adds to the server's.
 *
 * @module
 */
import {
  addDefaults,
  addMessages,
  addTypes,
  type Definitions,
  type MessageTable,
} from "@plumbline/server/types";
import definitions from "../data/definitions.json" with { type: "json" };
import newerDefinitions from "../data/newer_definitions.json" with { type: "json" };
import newestDefinitions from "../data/newest_definitions.json" with { type: "json" };
import messages from "../data/messages.json" with { type: "json" };
import newerMessages from "../data/newer_messages.json" with { type: "json" };
import newestMessages from "../data/newest_messages.json" with { type: "json" };
import { RULES } from "./default_rules.ts";
import { CONSTANTS } from "./default_values.ts";

addTypes({
  first: definitions as unknown as Definitions,
  newer: newerDefinitions as unknown as Definitions,
  newest: newestDefinitions as unknown as Definitions,
});
addMessages({
  first: [messages as MessageTable, newerMessages as MessageTable],
  newest: newestMessages as MessageTable,
});
addDefaults({ constants: CONSTANTS, rules: RULES });
