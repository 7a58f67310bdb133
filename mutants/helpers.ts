/**
 * Helpers of mutants of several areas.
 *
 * @module
 */
import type { ApiObject, Cause, Json, JsonObject } from "@plumbline/server/api";
import type {
  Change,
  PartChanges,
  PatchForm,
  Steps,
  VerbHandler,
  VerbRequest,
  Write,
  WriteOptions,
} from "@plumbline/server/parts";
import { asObject } from "@plumbline/server/resources";
import type { ObjectKey } from "@plumbline/server/storage";

/** Changes steps for one verb alone. */
export function withSteps(handler: VerbHandler, change: Change<Steps>): VerbHandler {
  return (registry, request) => {
    const { steps } = registry;
    return handler({ ...registry, steps: { ...steps, ...change(steps) } }, request);
  };
}

/** Stores objects that a write leaves as they are, too. */
export const storingUnchanged: Change<Steps> = ({ store }) => ({
  async store(write) {
    if (write.current) write.current = { ...write.current, isStale: true };
    await store(write);
  },
});

/** Returns a request whose body can be read more than once. */
export async function rereadable(request: VerbRequest): Promise<VerbRequest> {
  const bytes = await request.context.body();
  return { ...request, context: { ...request.context, body: () => Promise.resolve(bytes) } };
}

/** Changes the parameters of writes. */
export const changingOptions = (
  change: (options: WriteOptions, write: Write) => WriteOptions,
): Change<Steps> =>
({ readOptions }) => ({
  readOptions(write) {
    readOptions(write);
    write.options = change(write.options, write);
    write.dryRun = write.options.dryRun;
    write.manager = write.options.fieldManager;
  },
});

/** Reads the parameters of writes from a changed query. */
export const readingQuery = (
  change: (query: URLSearchParams, write: Write) => void,
): Change<Steps> =>
({ readOptions }) => ({
  readOptions(write) {
    const query = new URLSearchParams(write.context.query);
    change(query, write);
    const read = { ...write, context: { ...write.context, query } };
    readOptions(read);
    const { options, dryRun, manager } = read;
    Object.assign(write, { options, dryRun, manager });
  },
});

/** Changes what the validation finds wrong with objects. */
export const changingCauses = (
  change: (causes: readonly Cause[], write: Write) => readonly Cause[],
): Change<Steps> =>
({ validate }) => ({
  validate(write) {
    validate(write);
    write.causes = change(write.causes, write);
  },
});

/** Accepts some of what the validation finds wrong with objects. */
export const accepting = (
  passes: (cause: Required<Cause>, write: Write) => boolean,
): Change<Steps> =>
  changingCauses((causes, write) =>
    causes.filter((cause) => !passes({ field: "", ...cause }, write))
  );

/** Decides which changes of an object increment its generation, if those of its kind do. */
export const countingGeneration =
  (counts: (write: Write) => boolean): Change<Steps> => ({ countGeneration }) => ({
    countGeneration(write) {
      countGeneration(write);
      const { object: { metadata }, current, definition } = write;
      const { generation = 0 } = current!.object.metadata;
      if (!definition.countsGeneration || !write.isWhole) return;
      metadata.generation = counts(write) ? generation + 1 : generation;
    },
  });

/** Applies a patch to the content of an object. */
export type ApplyPatch = (content: JsonObject, patch: Json) => Json;

/** Changes how patches of one form are applied; the content has the form that the client sees. */
export const changingPatches = (
  form: PatchForm,
  change: (apply: ApplyPatch, content: JsonObject, patch: Json) => Json,
): Change<Steps> =>
({ patch }) => ({
  patch(write) {
    if (write.form !== form) return patch(write);
    const apply: ApplyPatch = (content, sent) => {
      const tried = { ...write, live: content as ApiObject, patch: sent };
      patch(tried);
      return tried.patched;
    };
    write.patched = change(apply, write.live!, write.patch);
  },
});

/** Changes how merge patches of one form are applied. */
export const changingMergePatches = (
  form: "merge-patch" | "strategic-merge-patch",
  change: (
    apply: (content: JsonObject, patch: JsonObject) => JsonObject,
    content: JsonObject,
    patch: JsonObject,
  ) => JsonObject,
): Change<Steps> =>
  changingPatches(form, (apply, content, patch) => {
    const object = asObject(patch);
    if (!object) return apply(content, patch);
    return change((content, patch) => asObject(apply(content, patch)) ?? {}, content, object);
  });

/** An apply: a configuration, and the object that it is merged into, if there is one. */
export interface Merging {
  readonly live: ApiObject | undefined;
  readonly applied: JsonObject;
  readonly manager: string;
  readonly force: boolean;
}

/** Merges a configuration into an object, and records the owners of its fields. */
export type Merge = (merging: Merging) => JsonObject;

/** Changes how configurations are merged. */
export const changingMerges = (
  change: (merge: Merge, merging: Merging, write: Write) => JsonObject,
): Change<Steps> =>
({ patch }) => ({
  patch(write) {
    if (write.form !== "apply") return patch(write);
    const merge: Merge = ({ live, applied, manager, force }) => {
      const options = { ...write.options, fieldManager: manager, force };
      const tried = { ...write, live, patch: applied, options };
      patch(tried);
      return tried.patched as JsonObject;
    };
    const { live, options: { fieldManager: manager, force } } = write;
    const merging = { live, applied: write.patch as JsonObject, manager, force };
    write.patched = change(merge, merging, write);
  },
});

/** Returns a string that identifies an object, for use as a map key. */
export const keyText = ({ resource, namespace, name }: ObjectKey): string =>
  `${resource} ${namespace} ${name}`;

/** Resolves in the next turn of the event loop. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

/** A form of a write to an object that exists. */
export type WriteForm =
  | "update"
  | "merge-patch"
  | "strategic-merge-patch"
  | "json-patch"
  | "apply-patch";

/** Returns true for a write of one form to objects of a kind, or to a subresource of them. */
export function isWrite(
  { context, definition }: VerbRequest,
  kind: string,
  form: WriteForm,
  subresource = "",
): boolean {
  const type = context.request.headers.get("content-type") ?? "";
  const sent = context.request.method === "PUT" ? "update" : type.split(/[/+]/)[1];
  return definition.kind === kind && sent === form &&
    (context.info.subresource ?? "") === subresource;
}

/** Changes the content that some updates, patches and applies compute. */
export function changingWrites(
  { steps }: PartChanges,
  concerns: (write: Write) => boolean,
  change: (object: ApiObject, current: ApiObject, write: Write) => ApiObject,
): void {
  steps(({ compute }) => ({
    compute(write) {
      compute(write);
      const { object, current, form } = write;
      if (!current || form === "change" || !concerns(write)) return;
      write.object = change(object, current.object, write);
    },
  }));
}
