/**
 * Mutants of `fieldValidation` in one form of write: patches, apply and the status subresource.
 *
 * @module
 */
import { bugs } from "../../mutant.ts";
import { losingDuplicates } from "./helpers.ts";
import { on } from "../../vocabulary/on.ts";

/** Replaces two values of a field by their sum. */
const summedUp = (text: string, field: string) => {
  const pattern = new RegExp(`"${field}":(\\d+)`, "g");
  const values = [...text.matchAll(pattern)].map(([, digits]) => Number(digits));
  if (values.length < 2 || values[0] === values[1]) return text;
  return text.replaceAll(pattern, `"${field}":${values.reduce((sum, value) => sum + value, 1)}`);
};

export const formMutants = bugs({
  "field-validation/status-update-without-warnings": {
    description: "An update of a Deployment's status has no `Warning` header.",
    reason: "The handler of the subresource builds its own response.",
    breaks: "field-validation.status-fields",
    install: on("update */status").changeHeaders((headers) => headers.delete("warning")),
  },
  "field-validation/strategic-merge-never-strict": {
    description: "A strategic merge patch of a ClusterRole treats `Strict` as `Warn`.",
    reason: "The merge works on Go types and cannot fail for a field that is not in them.",
    breaks: "field-validation.strategic-merge-fields",
    install: on("strategic-merge-patch clusterroles", { fieldValidation: "Strict" })
      .changeQuery({ fieldValidation: "Warn" }),
  },
  "field-validation/apply-keeps-last-of-roles": {
    description: "Duplicate fields of an applied Role are not detected.",
    reason: "The YAML library keeps the last value without an error.",
    breaks: "field-validation.apply-duplicate-fields",
    install: on("patch").withSteps(losingDuplicates((_, { type }) => type.kind === "Role")),
  },
  "field-validation/apply-of-bindings-ignores-by-default": {
    description: "The default of `fieldValidation` is `Ignore` in an apply of a RoleBinding.",
    reason: "The options of an apply have their own defaults.",
    breaks: ["field-validation.apply-unknown-fields", "field-validation.apply-duplicate-fields"],
    install: on("apply rolebindings", { fieldValidation: false }).changeQuery({
      fieldValidation: "Ignore",
    }),
  },
  "field-validation/duplicate-seconds-added": {
    description:
      "A create of a Deployment with two values of `minReadySeconds` stores another one.",
    reason: "Repeated durations are added up.",
    breaks: "field-validation.duplicate-dropped",
    install: on("create deployments").changeText((text) => summedUp(text, "minReadySeconds")),
  },
});
