/**
 * Reads collections, whole or page by page.
 *
 * @module
 */
import { collectionOf } from "./resource.ts";
import { versionAhead } from "../api_error.ts";
import type { JsonObject } from "../object.ts";
import type { StoredList } from "../storage/storage.ts";
import type { Services, VerbRequest } from "./services.ts";
import type { Position } from "./continue_token.ts";
import { type ListParameters, readListOptions, readPoint } from "./list_options.ts";
import { translate } from "./storage_error.ts";

/** The steps of a list besides the whole. */
export const LIST_STEPS = { readListOptions, readPoint } as const;

type Listing = Services & { readonly steps: typeof LIST_STEPS };

/** Returns the objects that the options select, and the ListMeta of the page. */
export async function readPage(
  registry: Listing,
  request: VerbRequest,
  asked: ListParameters,
): Promise<{ versions: StoredList["versions"]; metadata: JsonObject }> {
  const { features } = registry;
  // Real servers answer these lists from a cache, which has no pages; they cache no Events.
  const isCached = registry.dialect.name === "kubernetes" && asked.resourceVersion === "0" &&
    !asked.continue && request.definition.resource !== "events";
  const isPaged = features.has("APIListChunking") && !isCached;
  const options = isPaged ? asked : withoutPaging(asked);
  const position = await startOf(registry, request, options);
  const page = await read(registry, request, options, position);
  const metadata: JsonObject = { resourceVersion: String(page.revision) };
  if (options.limit) metadata.continue = "";
  if (page.remaining > 0) {
    const { namespace, name } = page.versions.at(-1)!.key;
    metadata.continue = await registry.tokens.issue(collectionOf(request), {
      revision: page.revision,
      since: position.since,
      after: { namespace, name },
    });
    const isCounted = !options.filter && features.has("RemainingItemCount");
    if (isCounted) metadata.remainingItemCount = page.remaining;
  }
  return { versions: page.versions, metadata };
}

const withoutPaging = ({ limit: _, continue: __, ...rest }: ListParameters): ListParameters => rest;

/** Returns the start of a read; only a read at a certain resourceVersion has a revision. */
async function startOf(
  { tokens, storage, sources, steps }: Listing,
  request: VerbRequest,
  options: ListParameters,
): Promise<Partial<Position> & { since: number }> {
  const since = sources.clock.now();
  const point = steps.readPoint(options);
  switch (point.kind) {
    case "continue":
      return await tokens.read(collectionOf(request), point.token);
    case "exact":
      return { since, revision: point.revision };
    case "not older than":
      if (point.revision > storage.currentRevision()) {
        throw versionAhead(String(point.revision), storage.currentRevision());
      }
      return { since };
    default:
      return { since };
  }
}

async function read(
  { storage }: Services,
  request: VerbRequest,
  { limit, filter }: ListParameters,
  { revision, after }: Partial<Position>,
): Promise<StoredList> {
  try {
    return await storage.list(collectionOf(request), {
      ...(revision !== undefined && { revision }),
      ...(after && { after }),
      ...(limit && { limit }),
      ...(filter && { filter }),
    });
  } catch (error) {
    const { definition } = request;
    throw translate(error, {
      storage,
      definition,
      ...(revision !== undefined && { revision }),
    });
  }
}
