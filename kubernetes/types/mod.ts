/**
 * The types of the kinds of a release as data: their fields, defaults and Protobuf messages, which
 * this module adds to the server's.
 *
 * @module
 */
import { addDefaults, addMessages, addTypes, type Definitions } from "@plumbline/server/types";
import definitions from "../data/definitions.json" with { type: "json" };
import newerDefinitions from "../data/newer_definitions.json" with { type: "json" };
import newestDefinitions from "../data/newest_definitions.json" with { type: "json" };
import { RULES } from "./default_rules.ts";
import { CONSTANTS } from "./default_values.ts";

addTypes({
  first: definitions as unknown as Definitions,
  newer: newerDefinitions as unknown as Definitions,
  newest: newestDefinitions as unknown as Definitions,
});
addMessages(async () => (await import("./messages.ts")).MESSAGES);
addDefaults({ constants: CONSTANTS, rules: RULES });
