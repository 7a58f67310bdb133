/**
 * The steps the verbs are made of, as a record. The verbs call one another and their larger steps
 * through it, so that who puts a server together can put something else in the place of one.
 *
 * @module
 */
import { applyObject } from "../apply/apply.ts";
import { decode, decodeValue, judgeDroppedFields, missingFields } from "../codec/decode.ts";
import { setDefaults } from "../codec/defaults.ts";
import { applyJsonPatch, applyMergePatch } from "../codec/patch.ts";
import { applyStrategicMergePatch } from "../codec/strategic_merge_patch.ts";
import { apply, decodeApplied, permitCreation } from "./apply.ts";
import { createObject, rehearse } from "./create.ts";
import { decodeObject, decodeOptions, decodePatched, readDocument } from "./decode_object.ts";
import { readDeleteOptions } from "./delete_options.ts";
import { checkPreconditions, deleteObject, finalizing } from "./delete.ts";
import { trackFields } from "./field_tracking.ts";
import { readPage } from "./list.ts";
import { readListOptions } from "./list_options.ts";
import {
  carryOverMeta,
  checkPlace,
  checkUid,
  initializeMeta,
  validateMeta,
  validateMetaUpdate,
} from "./object_meta.ts";
import { readPoint } from "./read_point.ts";
import { translate } from "./storage_error.ts";
import { isFinished, storeChange } from "./store_change.ts";
import { contentChanged, unchanged, updateObject } from "./update.ts";
import { bookmark, startWatch, viewEvents, watchSource } from "./watch.ts";
import { readWriteOptions } from "./write_options.ts";

/** The steps, by what they are called where they are written. */
export interface Steps {
  // Reading.
  readonly readListOptions: typeof readListOptions;
  readonly readPoint: typeof readPoint;
  readonly readPage: typeof readPage;
  readonly translate: typeof translate;
  // Watching.
  readonly startWatch: typeof startWatch;
  readonly watchSource: typeof watchSource;
  readonly viewEvents: typeof viewEvents;
  readonly bookmark: typeof bookmark;
  // What was sent.
  readonly readWriteOptions: typeof readWriteOptions;
  readonly readDeleteOptions: typeof readDeleteOptions;
  readonly readDocument: typeof readDocument;
  readonly decode: typeof decode;
  readonly decodeValue: typeof decodeValue;
  readonly judgeDroppedFields: typeof judgeDroppedFields;
  readonly decodeObject: typeof decodeObject;
  readonly decodePatched: typeof decodePatched;
  readonly decodeOptions: typeof decodeOptions;
  readonly decodeApplied: typeof decodeApplied;
  readonly checkPlace: typeof checkPlace;
  // Writing.
  readonly createObject: typeof createObject;
  readonly rehearse: typeof rehearse;
  readonly updateObject: typeof updateObject;
  readonly deleteObject: typeof deleteObject;
  readonly initializeMeta: typeof initializeMeta;
  readonly carryOverMeta: typeof carryOverMeta;
  readonly checkUid: typeof checkUid;
  readonly setDefaults: typeof setDefaults;
  readonly validateMeta: typeof validateMeta;
  readonly validateMetaUpdate: typeof validateMetaUpdate;
  readonly missingFields: typeof missingFields;
  readonly contentChanged: typeof contentChanged;
  readonly unchanged: typeof unchanged;
  readonly isFinished: typeof isFinished;
  readonly storeChange: typeof storeChange;
  readonly checkPreconditions: typeof checkPreconditions;
  readonly finalizing: typeof finalizing;
  // Patching, and who owns what.
  readonly applyJsonPatch: typeof applyJsonPatch;
  readonly applyMergePatch: typeof applyMergePatch;
  readonly applyStrategicMergePatch: typeof applyStrategicMergePatch;
  readonly apply: typeof apply;
  readonly permitCreation: typeof permitCreation;
  readonly applyObject: typeof applyObject;
  readonly trackFields: typeof trackFields;
}

/** The steps as the interface has them. */
export const STEPS: Steps = {
  readListOptions,
  readPoint,
  readPage,
  translate,
  startWatch,
  watchSource,
  viewEvents,
  bookmark,
  readWriteOptions,
  readDeleteOptions,
  readDocument,
  decode,
  decodeValue,
  judgeDroppedFields,
  decodeObject,
  decodePatched,
  decodeOptions,
  decodeApplied,
  checkPlace,
  createObject,
  rehearse,
  updateObject,
  deleteObject,
  initializeMeta,
  carryOverMeta,
  checkUid,
  setDefaults,
  validateMeta,
  validateMetaUpdate,
  missingFields,
  contentChanged,
  unchanged,
  isFinished,
  storeChange,
  checkPreconditions,
  finalizing,
  applyJsonPatch,
  applyMergePatch,
  applyStrategicMergePatch,
  apply,
  permitCreation,
  applyObject,
  trackFields,
};
