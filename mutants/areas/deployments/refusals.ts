/**
 * Faults of what a deployment is refused for.
 *
 * @module
 */
import { asObject } from "../../../server/registry/resource.ts";
import type { Mutant } from "../../mutant.ts";
import { lenient, strategyOf } from "../../changes.ts";

const rollingOf = (spec: unknown) =>
  asObject(asObject(asObject(spec as never)?.strategy)?.rollingUpdate) ?? {};

/** The faults. */
export const refusalMutants: readonly Mutant[] = [
  {
    id: "deployments/sign-makes-the-percentage",
    area: "deployments",
    description:
      "A maxSurge or maxUnavailable that ends in % is taken for a percentage, whatever " +
      "stands before it.",
    reason: "The two forms are told apart by the sign, and the number was read later.",
    breaks: ["deployments.int-or-string-text-refused"],
    install({ resource }) {
      resource(strategyOf(
        "Deployment",
        lenient(({ field, message }, { spec }) => {
          const name = /rollingUpdate\.(maxSurge|maxUnavailable)$/.exec(field)?.[1] ?? "";
          return message.includes("percentage") && `${rollingOf(spec)[name]}`.endsWith("%");
        }),
      ));
    },
  },
  {
    id: "deployments/empty-selector-selects-all",
    area: "deployments",
    description: "A deployment may have a selector that requires nothing.",
    reason: "Such a selector matches everything, the template of the deployment among it.",
    breaks: ["deployments.selector-empty-refused"],
    install({ resource }) {
      resource(strategyOf(
        "Deployment",
        lenient(({ field, message }) =>
          field === "spec.selector" && message.includes("empty selector")
        ),
      ));
    },
  },
];
