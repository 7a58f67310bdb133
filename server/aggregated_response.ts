/**
 * Answers `/api` and `/apis` with one document for all groups, if the client accepts it.
 *
 * @module
 */
import type { Dialect } from "./dialect.ts";
import {
  AGGREGATED_KIND,
  AGGREGATED_VERSIONS,
  aggregatedDiscovery,
} from "./discovery/aggregated.ts";
import { negotiateAggregated } from "./http/negotiation.ts";
import { entityTag } from "./http/response.ts";
import { serializerOf } from "./http/serializer.ts";
import type { Exchange } from "./parts.ts";

/** What the response is made with. */
export interface AggregatedOptions extends Pick<Exchange, "discovery" | "encode"> {
  readonly dialect: Dialect;
  /** True if large responses are compressed for clients that accept it. */
  readonly compresses: boolean;
}

/** Returns the response; undefined for other paths and for clients that do not accept it. */
export async function aggregatedResponse(
  path: string,
  request: Request,
  { dialect, discovery, encode, compresses }: AggregatedOptions,
): Promise<Response | undefined> {
  const group = `apidiscovery.${dialect.suffix}`;
  const form = negotiateAggregated(request.headers.get("accept"), {
    group,
    kind: AGGREGATED_KIND,
    versions: AGGREGATED_VERSIONS,
  });
  const value = form && aggregatedDiscovery(path, `${group}/${form.version}`, discovery);
  if (!value) return undefined;
  const etag = await entityTag(value);
  const headers = { "cache-control": "public", etag, vary: "Accept" };
  if (request.headers.get("if-none-match") === etag) {
    return new Response(null, { status: 304, headers });
  }
  const serializer = {
    ...await serializerOf(form.encoding, { dialect, pretty: false }),
    mediaType: `application/${form.encoding};g=${group};v=${form.version};as=${AGGREGATED_KIND}`,
  };
  const result = { kind: "value", status: 200, value, headers } as const;
  return await encode(result, { serializer }, { request, compresses });
}
