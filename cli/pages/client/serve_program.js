/**
 * The script of the live page of a server.
 *
 * @module
 */
import { byId, setText } from "./dom.js";
import { follow } from "./feed.js";
import { takeMutants } from "./serve/mutants.js";
import { takeObjects } from "./serve/objects.js";
import { takeJournal } from "./serve/requests.js";
import { takeRules } from "./serve/rules.js";
import { takeWatches } from "./serve/watches.js";

const TAKERS = {
  server: ({ url }) => setText(byId("url"), url),
  objects: takeObjects,
  watches: takeWatches,
  journal: takeJournal,
  rules: takeRules,
  mutants: takeMutants,
};

follow("/events", (messages) => {
  // Each message is a whole state: the latest is enough.
  const latest = new Map(messages.map(({ type, data }) => [type, data]));
  for (const [type, data] of latest) TAKERS[type]?.(data);
}, { ended: "The server has ended. This page stays as it is." });
