/**
 * The requirements of the area `dry-run`.
 *
 * @module
 */
import type { Requirement } from "../../requirement.ts";

const DRY_RUN = "Dry run (POST, PUT, PATCH, DELETE)";
const ENDPOINTS = "Review endpoints (create only)";

/** The requirements by id. */
export const requirements = {
  "dry-run.create-status": {
    chapter: DRY_RUN,
    statement: "A dry create is answered with the status of a real one.",
    level: "must",
  },
  "dry-run.update-status": {
    chapter: DRY_RUN,
    statement: "A dry update is answered with the status of a real one.",
    level: "must",
  },
  "dry-run.patch-status": {
    chapter: DRY_RUN,
    statement: "A dry patch is answered with the status of a real one.",
    level: "must",
  },
  "dry-run.delete-status": {
    chapter: DRY_RUN,
    statement: "A dry delete is answered with the status of a real one.",
    level: "must",
  },
  "dry-run.deletecollection-status": {
    chapter: DRY_RUN,
    statement: "A dry deletion of a collection is answered with the status of a real one.",
    level: "must",
  },
  "dry-run.create-body": {
    chapter: DRY_RUN,
    statement: "A dry create shows the object of a real one, but for generated values.",
    level: "must",
  },
  "dry-run.update-body": {
    chapter: DRY_RUN,
    statement: "A dry update shows the object of a real one, but for generated values.",
    level: "must",
  },
  "dry-run.patch-body": {
    chapter: DRY_RUN,
    statement: "A dry patch shows the object of a real one, merged but for generated values.",
    level: "must",
  },
  "dry-run.delete-body": {
    chapter: DRY_RUN,
    statement: "A dry delete is answered with a body of the kind that a real one has.",
    level: "must",
  },
  "dry-run.deletecollection-body": {
    chapter: DRY_RUN,
    statement: "A dry deletion of a collection has a body of the kind that a real one has.",
    level: "must",
  },
  "dry-run.refused-alike": {
    chapter: DRY_RUN,
    statement: "What a real request is refused for, a dry one is refused for in the same way.",
    level: "must",
  },
  "dry-run.state-unchanged": {
    chapter: DRY_RUN,
    statement: "No dry request changes, makes or removes an object.",
    level: "must",
  },
  "dry-run.versions-unchanged": {
    chapter: DRY_RUN,
    statement: "No dry request gives an object that is there another version.",
    level: "must",
  },
  "dry-run.watches-untouched": {
    chapter: DRY_RUN,
    statement: "No watch tells of a dry request.",
    level: "must",
  },
  "dry-run.defaults-applied": {
    chapter: DRY_RUN,
    statement: "A dry create shows the defaults that a real one would get.",
    level: "must",
  },
  "dry-run.generated-name": {
    chapter: DRY_RUN,
    statement:
      "A dry create with a generateName answers as a real one, with a name of that prefix.",
    level: "must",
  },
  "dry-run.finalizers": {
    chapter: DRY_RUN,
    statement: "A dry delete of an object with finalizers does not begin its deletion.",
    level: "must",
  },
  "dry-run.status-subresource": {
    chapter: DRY_RUN,
    statement: "A dry write of a deployment's status answers as a real one and changes nothing.",
    level: "must",
  },
  "dry-run.reviews": {
    chapter: ENDPOINTS,
    statement: "A dry review answers what a real one answers.",
    level: "must",
    feature: "reviews",
  },
  "dry-run.apply": {
    chapter: DRY_RUN,
    statement: "A dry apply answers as a real one and changes nothing.",
    level: "must",
    feature: "server-side-apply",
  },
  "dry-run.other-value-refused": {
    chapter: DRY_RUN,
    statement: "A dryRun of another value than All is refused.",
    level: "must",
  },
  "dry-run.other-value-changes-nothing": {
    chapter: DRY_RUN,
    statement: "A write that is refused for its dryRun changes nothing.",
    level: "must",
  },
  "dry-run.no-value-permitted": {
    chapter: DRY_RUN,
    statement: "The parameter dryRun without a value is permitted.",
    level: "should",
  },
  "dry-run.delete-options": {
    chapter: "Other shared shapes",
    statement: "A delete whose DeleteOptions say dryRun All is dry.",
    level: "convention",
  },
  "dry-run.authorized-alike": {
    chapter: DRY_RUN,
    statement: "Who may not do a thing may not do it dry, and who may do it may do it dry.",
    level: "must",
  },
  "dry-run.side-effects-fail": {
    chapter: DRY_RUN,
    statement: "A dry request that would reach an admission controller with side effects fails.",
    level: "must",
    unchecked:
      "Which admission controllers a server has, and what they do, cannot be seen in HTTP.",
  },
  "dry-run.no-side-effects": {
    chapter: DRY_RUN,
    statement: "A dry request has no effects outside of the storage either.",
    level: "must",
    unchecked: "What a server does outside of what it stores cannot be seen in HTTP.",
  },
} as const satisfies Readonly<Record<string, Requirement>>;
