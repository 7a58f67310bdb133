/**
 * The program of a server's page: takes what changed and shows it.
 *
 * @module
 */
import { byId, setText } from "./dom.js";
import { follow } from "./feed.js";
import { takeFaults } from "./serve/faults.js";
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
  faults: takeFaults,
};

follow("/events", (messages) => {
  // Each tells how something is now: the latest is enough.
  const latest = new Map(messages.map(({ type, data }) => [type, data]));
  for (const [type, data] of latest) TAKERS[type]?.(data);
}, { ended: "The server has ended; what is here stays" });
