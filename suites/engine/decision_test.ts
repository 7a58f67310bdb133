import { assertEquals } from "@std/assert";
import type { Ranked } from "@plumbline/reports/harm";
import { Violation } from "../check.ts";
import { TargetUnreachable } from "../client/http_client.ts";
import type { RequirementId } from "../catalogue.ts";
import { decide, type Ending } from "./decision.ts";

const RANKS: Readonly<Record<string, Ranked>> = {
  "acme.must": { level: "must" },
  "acme.other-must": { level: "must" },
  "acme.should": { level: "should" },
  "acme.convention": { level: "convention" },
  "acme.grave": { level: "convention", harm: "data-loss" },
};

const finished: Ending = { kind: "finished" };
const discarded: Ending = { kind: "discarded", reason: "the write was rejected" };
const broken: Ending = { kind: "broken", error: new Error("of the suite") };
const unreachable: Ending = { kind: "unreachable", error: new TargetUnreachable("gone") };

/** How the steps ended, what they recorded, what the exchanges violate, and the decision. */
const TABLE: readonly {
  readonly ending: Ending;
  readonly own?: readonly string[];
  readonly observed?: readonly string[];
  /** The requirements of a violation, observed ones with `*`; or another decision. */
  readonly decided: readonly string[] | "passed" | "discarded" | "broken" | "unreachable";
}[] = [
  { ending: finished, decided: "passed" },
  { ending: discarded, decided: "discarded" },
  { ending: broken, decided: "broken" },
  { ending: unreachable, decided: "unreachable" },

  // However the steps ended, a violation counts; but a target that is gone shows nothing.
  { ending: finished, own: ["acme.must"], decided: ["acme.must"] },
  { ending: discarded, own: ["acme.must"], decided: ["acme.must"] },
  { ending: broken, own: ["acme.must"], decided: ["acme.must"] },
  { ending: unreachable, own: ["acme.must"], decided: "unreachable" },
  { ending: finished, observed: ["acme.must"], decided: ["acme.must*"] },
  { ending: discarded, observed: ["acme.must"], decided: ["acme.must*"] },
  { ending: broken, observed: ["acme.must"], decided: ["acme.must*"] },
  { ending: unreachable, observed: ["acme.must"], decided: "unreachable" },

  // The worst harm first, whatever the level; of one harm the highest level; of one level the own violation, in the order in which it was found.
  {
    ending: finished,
    own: ["acme.convention", "acme.must"],
    decided: ["acme.must", "acme.convention"],
  },
  {
    ending: finished,
    own: ["acme.must", "acme.grave"],
    decided: ["acme.grave", "acme.must"],
  },
  {
    ending: finished,
    own: ["acme.other-must", "acme.must"],
    decided: ["acme.other-must", "acme.must"],
  },
  {
    ending: finished,
    own: ["acme.must"],
    observed: ["acme.other-must"],
    decided: ["acme.must", "acme.other-must*"],
  },
  {
    ending: finished,
    own: ["acme.should"],
    observed: ["acme.must"],
    decided: ["acme.must*", "acme.should"],
  },

  // Each requirement once: as the check saw it, where it saw it.
  { ending: finished, own: ["acme.must", "acme.must"], decided: ["acme.must"] },
  { ending: finished, own: ["acme.must"], observed: ["acme.must"], decided: ["acme.must"] },
  // A requirement that is not in the catalogue has the level of the check.
  {
    ending: finished,
    own: ["acme.unknown", "acme.must"],
    decided: ["acme.must", "acme.unknown"],
  },
];

for (const { ending, own = [], observed = [], decided } of TABLE) {
  const words = [ending.kind, ...own, ...observed.map((id) => `${id}*`)].join(", ");
  Deno.test(`${words}: ${decided}`, () => {
    const facts = { expected: "a", actual: "b" };
    const decision = decide({
      ending,
      own: own.map((id) => ({ violation: new Violation<string>(id, facts), requests: 1 })),
      observed: observed.map((id) => ({ requirement: id as RequirementId, ...facts })),
    }, (requirement) => RANKS[requirement] ?? { level: "convention" });
    const actual = decision.kind === "violated"
      ? decision.violations.map(({ violation, isObserved }) =>
        violation.requirement + (isObserved ? "*" : "")
      )
      : decision.kind;
    assertEquals(actual, decided);
  });
}
