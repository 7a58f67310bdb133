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
    statement: "A dry-run create has the status code of the real one.",
    level: "must",
  },
  "dry-run.update-status": {
    chapter: DRY_RUN,
    statement: "A dry-run update has the status code of the real one.",
    level: "must",
  },
  "dry-run.patch-status": {
    chapter: DRY_RUN,
    statement: "A dry-run patch has the status code of the real one.",
    level: "must",
  },
  "dry-run.delete-status": {
    chapter: DRY_RUN,
    statement: "A dry-run delete has the status code of the real one.",
    level: "must",
  },
  "dry-run.deletecollection-status": {
    chapter: DRY_RUN,
    statement: "A dry-run deletecollection has the status code of the real one.",
    level: "must",
  },
  "dry-run.create-body": {
    chapter: DRY_RUN,
    statement: "A dry-run create returns the object of the real one, except for generated values.",
    level: "must",
  },
  "dry-run.update-body": {
    chapter: DRY_RUN,
    statement: "A dry-run update returns the object of the real one, except for generated values.",
    level: "must",
  },
  "dry-run.patch-body": {
    chapter: DRY_RUN,
    statement:
      "A dry-run patch returns the merged object of the real one, except for generated values.",
    level: "must",
  },
  "dry-run.delete-body": {
    chapter: DRY_RUN,
    statement: "A dry-run delete returns a body of the same kind as the real one.",
    level: "must",
  },
  "dry-run.deletecollection-body": {
    chapter: DRY_RUN,
    statement: "A dry-run deletecollection returns a body of the same kind as the real one.",
    level: "must",
  },
  "dry-run.same-rejection": {
    chapter: DRY_RUN,
    statement:
      "If a real request is rejected, the dry-run request is rejected with the same status code and reason.",
    level: "must",
  },
  "dry-run.state-unchanged": {
    chapter: DRY_RUN,
    statement: "A dry-run request creates, changes and removes no object.",
    level: "must",
  },
  "dry-run.versions-unchanged": {
    chapter: DRY_RUN,
    statement: "A dry-run request changes the resourceVersion of no object.",
    level: "must",
  },
  "dry-run.no-watch-event": {
    chapter: DRY_RUN,
    statement: "A dry-run request causes no watch event.",
    level: "must",
  },
  "dry-run.defaults-applied": {
    chapter: DRY_RUN,
    statement: "A dry-run create returns the defaults that the real one would set.",
    level: "must",
  },
  "dry-run.generated-name": {
    chapter: DRY_RUN,
    statement:
      "A dry-run create with `generateName` is answered like the real one, with a name of that prefix.",
    level: "must",
  },
  "dry-run.finalizers": {
    chapter: DRY_RUN,
    statement: "A dry-run delete of an object with finalizers does not start its deletion.",
    level: "must",
  },
  "dry-run.status-subresource": {
    chapter: DRY_RUN,
    statement:
      "A dry-run write of the status of a Deployment is answered like the real one and changes nothing.",
    level: "must",
  },
  "dry-run.reviews": {
    chapter: ENDPOINTS,
    statement: "A dry-run access review is answered like the real one.",
    level: "must",
    feature: "reviews",
  },
  "dry-run.apply": {
    chapter: DRY_RUN,
    statement: "A dry-run apply is answered like the real one and changes nothing.",
    level: "must",
    feature: "server-side-apply",
  },
  "dry-run.other-value-rejected": {
    chapter: DRY_RUN,
    statement: "A write with any `dryRun` value other than `All` is rejected.",
    level: "must",
  },
  "dry-run.other-value-changes-nothing": {
    chapter: DRY_RUN,
    statement: "A write that is rejected because of its `dryRun` value changes nothing.",
    level: "must",
  },
  "dry-run.no-value-permitted": {
    chapter: DRY_RUN,
    statement: "The parameter `dryRun` is permitted without a value.",
    level: "should",
  },
  "dry-run.delete-options": {
    chapter: "Other shared shapes",
    statement: "A delete request with `dryRun: [All]` in its DeleteOptions is a dry run.",
    level: "convention",
  },
  "dry-run.same-authorization": {
    chapter: DRY_RUN,
    statement: "A dry-run request is authorized exactly like the real one.",
    level: "must",
  },
  "dry-run.side-effects-fail": {
    chapter: DRY_RUN,
    statement:
      "A dry-run request that would trigger an admission controller with side effects fails.",
    level: "must",
    unchecked:
      "The admission controllers of a server and their side effects are not visible over HTTP.",
  },
  "dry-run.no-side-effects": {
    chapter: DRY_RUN,
    statement: "A dry-run request has no side effects outside the storage.",
    level: "must",
    unchecked: "Side effects outside the storage are not visible over HTTP.",
  },
} as const satisfies Readonly<Record<string, Requirement>>;
