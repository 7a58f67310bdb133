/**
 * The write path: what create, update, patch and apply do, step by step. The step's own comment says
 * when it runs, what it may change and how it rejects a write.
 *
 * @module
 */
import type { Awaitable } from "../../awaitable.ts";
import type { ApiObject } from "../../object.ts";
import type { StoredVersion } from "../../storage/storage.ts";
import type { Result, Services, VerbRequest } from "../services.ts";
import {
  checkExpectedVersion,
  checkUid,
  compute,
  patch,
  permitCreation,
  readCurrent,
  readPatch,
  takeOutcome,
} from "./content_steps.ts";
import {
  admit,
  allocate,
  carryOverMeta,
  complete,
  countGeneration,
  initializeMeta,
  mutate,
  prepare,
  reject,
  setDefaults,
  trackOwners,
  validate,
  warn,
} from "./object_steps.ts";
import {
  accept,
  checkPlace,
  decode,
  expectObject,
  identify,
  judgeFields,
  readBody,
  readOptions,
} from "./sent_steps.ts";
import { Write, type WriteForm } from "./state.ts";
import { finishDeletion, store } from "./store_steps.ts";
import { patchFormOf } from "../write_options.ts";

/** A step of a write. */
type Step = (write: Write) => Awaitable<void | undefined>;

/** A step in its place; all writes take it there, if nothing else is said. */
interface Place {
  readonly step: Step;
  /** The forms of write that take it. */
  readonly of?: readonly WriteForm[];
  /** Whether only writes take it that make an object, or only those that find one. */
  readonly where?: "no object" | "an object";
  /** What else decides. */
  readonly when?: (write: Write) => boolean;
}

const OBJECTS: readonly WriteForm[] = ["create", "update"];
const PATCHES: readonly WriteForm[] = ["json-patch", "merge-patch", "strategic-merge-patch"];
const ALL_BUT_APPLIES: readonly WriteForm[] = [...OBJECTS, ...PATCHES, "change"];
const ALL_BUT_CREATES: readonly WriteForm[] = ["update", ...PATCHES, "apply", "change"];
const ALL_BUT_PATCHES: readonly WriteForm[] = [...OBJECTS, "apply"];
const WITH_OUTCOME: readonly WriteForm[] = [...PATCHES, "apply"];

/** From the request to what was sent. Reviews and actions take only these steps. */
const SENT: readonly Place[] = [
  { step: readOptions },
  { step: expectObject, of: ["apply"], when: ({ context }) => context.info.subresource !== "" },
  { step: readBody },
  { step: identify, of: ALL_BUT_PATCHES },
  { step: checkPlace, of: ["apply"] },
  { step: decode, of: ALL_BUT_PATCHES },
  { step: judgeFields, of: ALL_BUT_PATCHES },
  { step: accept, of: ALL_BUT_PATCHES },
  // An action compares the name itself.
  { step: checkPlace, of: OBJECTS, when: ({ action }) => action === undefined },
];

/** From what was sent to the stored object. A write that is overtaken repeats these. */
const STORED: readonly Place[] = [
  { step: readCurrent, of: ALL_BUT_CREATES },
  { step: permitCreation, of: ALL_BUT_CREATES, where: "no object" },
  { step: readPatch, of: WITH_OUTCOME },
  { step: patch, of: WITH_OUTCOME },
  { step: takeOutcome, of: WITH_OUTCOME },
  { step: identify, of: WITH_OUTCOME },
  { step: decode, of: WITH_OUTCOME },
  { step: judgeFields, of: WITH_OUTCOME },
  { step: accept, of: WITH_OUTCOME },
  { step: checkPlace, of: PATCHES },
  { step: checkUid, of: ["update"], where: "an object" },
  { step: compute },
  { step: checkExpectedVersion, where: "an object" },
  { step: initializeMeta, where: "no object" },
  { step: carryOverMeta, where: "an object" },
  { step: setDefaults },
  { step: mutate },
  { step: setDefaults, when: ({ isMutated }) => isMutated },
  { step: trackOwners, of: ALL_BUT_APPLIES, when: ({ manager }) => manager !== undefined },
  { step: allocate },
  { step: prepare },
  { step: countGeneration, where: "an object" },
  { step: validate },
  { step: reject },
  { step: complete, where: "no object" },
  { step: warn },
  { step: admit },
  { step: finishDeletion, where: "an object" },
  { step: store },
];

/** The steps of a write by name. */
export const WRITE_STEPS = {
  readOptions,
  expectObject,
  readBody,
  identify,
  checkPlace,
  decode,
  judgeFields,
  accept,
  readCurrent,
  permitCreation,
  readPatch,
  patch,
  takeOutcome,
  checkUid,
  compute,
  checkExpectedVersion,
  initializeMeta,
  carryOverMeta,
  setDefaults,
  mutate,
  trackOwners,
  allocate,
  prepare,
  countGeneration,
  validate,
  reject,
  complete,
  warn,
  admit,
  finishDeletion,
  store,
} as const;

type Writing = Services & { readonly steps: typeof WRITE_STEPS };

type StepName = keyof typeof WRITE_STEPS;

/** The steps before which other requests proceed, if the body is large. */
const AFTER_PAUSE: ReadonlySet<Step> = new Set([decode, accept, trackOwners, allocate, admit]);

const NAMES: ReadonlyMap<Step, StepName> = new Map(
  Object.entries(WRITE_STEPS).map(([name, step]) => [step, name as StepName]),
);

/** A place with the step that a server takes there: the original one, or a wrapped one. */
interface Taken {
  readonly step: Step;
  readonly where: Place["where"];
  readonly when: Place["when"];
  readonly pauses: boolean;
}

/** The steps that a form of write takes. */
interface Path {
  /** From the request to what was sent, and from there to the stored object. */
  readonly steps: readonly Taken[];
  /** The place of the first step after what was sent: an overtaken write goes back to it. */
  readonly stored: number;
}

/** The paths of a server by form, for the steps as plugins have wrapped them. */
const known = new WeakMap<Writing["steps"], Map<WriteForm, Path>>();

function pathOf({ steps }: Writing, { form }: Write): Path {
  let paths = known.get(steps);
  if (!paths) known.set(steps, paths = new Map());
  let path = paths.get(form);
  if (!path) {
    const taken = (places: readonly Place[]): Taken[] =>
      places.filter(({ of }) => of?.includes(form) ?? true).map(({ step, where, when }) => ({
        step: steps[NAMES.get(step)!],
        where,
        when,
        pauses: AFTER_PAUSE.has(step),
      }));
    const sent = taken(SENT);
    paths.set(form, path = { steps: [...sent, ...taken(STORED)], stored: sent.length });
  }
  return path;
}

/**
 * Takes those of the steps of a path that the write takes, in their order. A write that another one
 * has overtaken begins again with the stored object.
 */
async function take(
  write: Write,
  { steps, stored }: Path,
  from = 0,
  to: number = steps.length,
): Promise<void> {
  const { context } = write;
  // An iterator would make an object for each step.
  for (let at = from; at < to; at++) {
    const { step, where, when, pauses } = steps[at]!;
    if (where && (where === "an object") !== (write.current !== undefined)) continue;
    if (when && !when(write)) continue;
    if (pauses) {
      const pause = context.pause?.();
      if (pause) await pause;
    }
    const pending = step(write);
    if (pending) await pending;
    if (!write.isOvertaken) continue;
    write.isOvertaken = false;
    write.current = undefined;
    at = stored - 1;
  }
}

/** Stores a new object (specification, "Operation templates", row create). */
export const serveCreate = (registry: Writing, request: VerbRequest): Promise<Result> =>
  serveWrite(registry, request, "create");

/** Replaces an object, or creates it where the resource allows that by PUT. */
export const serveUpdate = (registry: Writing, request: VerbRequest): Promise<Result> =>
  serveWrite(registry, request, "update");

/**
 * Changes a part of an object, or applies a configuration (specification, "Operation templates", row
 * patch).
 */
export const servePatch = (registry: Writing, request: VerbRequest): Promise<Result> =>
  serveWrite(registry, request, patchFormOf(request));

/** @throws {ApiError} as the steps reject the write */
function serveWrite(
  registry: Writing,
  request: VerbRequest,
  form: Exclude<WriteForm, "change">,
): Promise<Result> {
  const write = new Write(registry, request, form);
  return take(write, pathOf(registry, write)).then(() => ({
    kind: "object",
    status: write.current ? 200 : 201,
    version: write.result,
  }));
}

/**
 * Receives a posted object that is not to be stored: one that is reviewed, or that acts on another.
 *
 * @throws {ApiError} as the steps reject the object
 */
export async function receive(
  registry: Writing,
  request: VerbRequest,
): Promise<{ readonly sent: ApiObject; readonly dryRun: boolean }> {
  const write = new Write(registry, request, "create");
  const path = pathOf(registry, write);
  await take(write, path, 0, path.stored);
  return { sent: write.sent!, dryRun: write.dryRun };
}

/**
 * Changes an object by a function, as an action or the server itself does.
 *
 * @param change returns the new content; must not change its argument
 * @throws {ApiError} NotFound, Conflict for a resourceVersion in the new content, Invalid
 */
export async function changeObject(
  registry: Writing,
  request: VerbRequest,
  change: (current: ApiObject) => ApiObject,
  { dryRun = false, manager }: { readonly dryRun?: boolean; readonly manager?: string } = {},
): Promise<StoredVersion> {
  const write = new Write(registry, request, "change");
  Object.assign(write, { change, dryRun, manager });
  const path = pathOf(registry, write);
  await take(write, path, path.stored);
  return write.result;
}
