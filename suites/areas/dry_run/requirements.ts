/**
 * The requirements of the area `dry-run`.
 *
 * @module
 */
import { DRY_RUN, REVIEW_ENDPOINTS, SHAPES } from "../../chapters.ts";
import type { RequirementGroup } from "../../requirement.ts";

/** The requirements, by chapter and level. */
export const requirements = [
  [DRY_RUN.must, {
    "dry-run.create-status": "A dry-run create has the status code of the real one.",
    "dry-run.update-status": "A dry-run update has the status code of the real one.",
    "dry-run.patch-status": "A dry-run patch has the status code of the real one.",
    "dry-run.delete-status": "A dry-run delete has the status code of the real one.",
    "dry-run.deletecollection-status":
      "A dry-run deletecollection has the status code of the real one.",
    "dry-run.create-body":
      "A dry-run create returns the object of the real one, except for generated values.",
    "dry-run.update-body":
      "A dry-run update returns the object of the real one, except for generated values.",
    "dry-run.patch-body":
      "A dry-run patch returns the merged object of the real one, except for generated values.",
    "dry-run.delete-body": "A dry-run delete returns a body of the same kind as the real one.",
    "dry-run.deletecollection-body":
      "A dry-run deletecollection returns a body of the same kind as the real one.",
    "dry-run.same-rejection":
      "If a real request is rejected, the dry-run request is rejected with the same status code and reason.",
    "dry-run.defaults-applied":
      "A dry-run create returns the defaults that the real one would set.",
  }],
  [DRY_RUN.must, {
    "dry-run.state-unchanged": "A dry-run request creates, changes and removes no object.",
    "dry-run.versions-unchanged": "A dry-run request changes the resourceVersion of no object.",
    "dry-run.no-watch-event": "A dry-run request causes no watch event.",
    "dry-run.nothing-follows": "A dry-run delete changes nothing that the object contains or owns.",
    "dry-run.finalizers":
      "A dry-run delete of an object with finalizers does not start its deletion.",
    "dry-run.status-subresource":
      "A dry-run write of the status of a Deployment is answered like the real one and changes nothing.",
  }, { harm: "data-loss" }],
  [DRY_RUN.must, {
    "dry-run.generated-name":
      "A dry-run create with `generateName` is answered like the real one, with a name of that prefix.",
  }, { harm: "detail" }],
  [REVIEW_ENDPOINTS.must, {
    "dry-run.reviews": "A dry-run access review is answered like the real one.",
  }, { feature: "reviews" }],
  [DRY_RUN.must, {
    "dry-run.apply": "A dry-run apply is answered like the real one and changes nothing.",
  }, { feature: "server-side-apply", harm: "data-loss" }],
  [DRY_RUN.must, {
    "dry-run.other-value-rejected": "A write with any `dryRun` value other than `All` is rejected.",
    "dry-run.other-value-changes-nothing":
      "A write that is rejected because of its `dryRun` value changes nothing.",
  }, { harm: "data-loss" }],
  [DRY_RUN.should, {
    "dry-run.no-value-permitted": "The parameter `dryRun` is permitted without a value.",
  }, { harm: "detail" }],
  [DRY_RUN.convention, {
    "dry-run.no-value-one-meaning":
      "Each verb and form that accepts a `dryRun` without a value reads it the same way: as a dry run, or as none.",
  }, { harm: "data-loss" }],
  [SHAPES.convention, {
    "dry-run.delete-options":
      "A delete request with `dryRun: [All]` in its DeleteOptions is a dry run.",
  }, { harm: "data-loss" }],
  [DRY_RUN.must, {
    "dry-run.same-authorization": "A dry-run request is authorized exactly like the real one.",
  }, { harm: "security" }],
  [DRY_RUN.must, {
    "dry-run.side-effects-fail":
      "A dry-run request that would trigger an admission controller with side effects fails.",
  }, {
    harm: "data-loss",
    unchecked:
      "The admission controllers of a server and their side effects are not visible over HTTP.",
  }],
  [DRY_RUN.must, {
    "dry-run.no-side-effects": "A dry-run request has no side effects outside the storage.",
  }, {
    unchecked: "Side effects outside the storage are not visible over HTTP.",
    harm: "data-loss",
  }],
] as const satisfies readonly RequirementGroup[];
