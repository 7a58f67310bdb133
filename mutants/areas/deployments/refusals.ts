/**
 * Mutants of the validation of Deployments.
 *
 * @module
 */
import { asObject } from "../../../server/registry/resource.ts";
import type { Mutant } from "../../mutant.ts";
import { lenient, strategyOf } from "../../changes.ts";

const rollingOf = (spec: unknown) =>
  asObject(asObject(asObject(spec as never)?.strategy)?.rollingUpdate) ?? {};

export const refusalMutants: readonly Mutant[] = [
  {
    id: "deployments/sign-makes-the-percentage",
    area: "deployments",
    description: "`maxSurge` and `maxUnavailable` accept any text that ends in `%`.",
    reason: "Only the percent sign is checked; the number is parsed later.",
    breaks: ["deployments.int-or-string-value-rejected"],
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
    description: "A Deployment with an empty selector is accepted.",
    reason: "An empty selector matches everything, including the pod template.",
    breaks: ["deployments.selector-empty-rejected"],
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
