/**
 * Helpers of mutants of several areas.
 *
 * @module
 */
import type { Cause } from "../server/api_error.ts";
import type { ApiObject, JsonObject } from "../server/object.ts";
import type {
  Decoder,
  Patcher,
  Reader,
  VerbHandler,
  VerbRequest,
  Watcher,
  Writer,
} from "../server/registry/contracts.ts";
import type { ResourceDefinition, Strategy } from "../server/registry/resource.ts";
import type { Change, PartChanges } from "../server/parts.ts";
import type { ObjectKey, StoredVersion } from "../server/storage/storage.ts";

/** Changes to the parts that a verb uses. */
export interface VerbChanges {
  readonly decoder?: Change<Decoder>;
  readonly reader?: Change<Reader>;
  readonly writer?: Change<Writer>;
  readonly patcher?: Change<Patcher>;
  readonly watcher?: Change<Watcher>;
}

/** Changes parts for one verb alone. */
export function withParts(handler: VerbHandler, changes: VerbChanges): VerbHandler {
  return (registry, request) => {
    const { decoder, reader, writer, patcher, watcher } = registry;
    return handler({
      ...registry,
      decoder: { ...decoder, ...changes.decoder?.(decoder) },
      reader: { ...reader, ...changes.reader?.(reader) },
      writer: { ...writer, ...changes.writer?.(writer) },
      patcher: { ...patcher, ...changes.patcher?.(patcher) },
      watcher: { ...watcher, ...changes.watcher?.(watcher) },
    }, request);
  };
}

/** Changes the strategy of one kind. */
export function strategyOf(
  kind: string,
  change: (strategy: Strategy) => Strategy,
): Change<ResourceDefinition> {
  return (definition) =>
    definition.kind !== kind
      ? {}
      : { strategy: { ...definition.strategy, ...change(definition.strategy) } };
}

/** Changes the strategy of one subresource of a kind. */
export function subresourceOf(
  kind: string,
  name: string,
  change: (strategy: Strategy) => Strategy,
): Change<ResourceDefinition> {
  return (definition) => {
    const strategy = definition.subresources?.[name];
    if (definition.kind !== kind || strategy === undefined) return {};
    const changed = { ...strategy, ...change(strategy) };
    return { subresources: { ...definition.subresources, [name]: changed } };
  };
}

/** Ignores some causes that a strategy reports. */
export function ignoringCauses(
  passes: (cause: Required<Cause>, object: ApiObject, old: ApiObject | undefined) => boolean,
): (strategy: Strategy) => Strategy {
  const isIgnored = (cause: Cause, object: ApiObject, old?: ApiObject) =>
    passes({ field: "", ...cause }, object, old);
  return ({ validate, validateUpdate }) => ({
    validate: (object) => (validate?.(object) ?? []).filter((cause) => !isIgnored(cause, object)),
    validateUpdate: (object, old) =>
      (validateUpdate?.(object, old) ?? []).filter((cause) => !isIgnored(cause, object, old)),
  });
}

/** Returns the stored version with changed metadata. */
export function withMetadata(
  version: StoredVersion,
  changed: { readonly labels?: Record<string, string>; readonly resourceVersion?: string },
): StoredVersion {
  const { object } = version;
  const metadata = { ...object.metadata, ...changed };
  return { ...version, object: { ...object, metadata }, encodings: new Map() };
}

/** Returns a string that identifies an object, for use as a map key. */
export const textOf = ({ resource, namespace, name }: ObjectKey): string =>
  `${resource} ${namespace} ${name}`;

/** Changes the body of a JSON response; other responses are returned unchanged. */
export async function rewriteJson(
  response: Response,
  change: (body: JsonObject) => JsonObject,
): Promise<Response> {
  const type = response.headers.get("content-type") ?? "";
  if (!type.startsWith("application/json")) return response;
  const { status, headers } = response;
  const body = `${JSON.stringify(change(await response.json()))}\n`;
  return new Response(body, { status, headers });
}

/** Changes the JSON of successful responses to some requests, except watches. */
export function changingJson(
  { wire }: PartChanges,
  concerns: (url: URL, request: Request) => boolean,
  change: (body: JsonObject) => JsonObject,
): void {
  wire(({ answer }) => ({
    async answer(request) {
      const response = await answer(request);
      const url = new URL(request.url);
      return response.ok && !url.searchParams.has("watch") && concerns(url, request)
        ? await rewriteJson(response, change)
        : response;
    },
  }));
}

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
  { verbs }: PartChanges,
  concerns: (request: VerbRequest) => boolean,
  change: (object: ApiObject, current: ApiObject, request: VerbRequest) => ApiObject,
): void {
  const changes: VerbChanges = {
    writer: ({ updateObject }) => ({
      updateObject: (registry, request, compute, mode) =>
        updateObject(
          registry,
          request,
          (current) => {
            const object = compute(current);
            return concerns(request) ? change(object, current, request) : object;
          },
          mode,
        ),
    }),
  };
  verbs(({ update, patch }) => ({
    update: withParts(update, changes),
    patch: withParts(patch, changes),
  }));
}
