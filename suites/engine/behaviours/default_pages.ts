/**
 * Whether lists without a `limit` are pages all the same, and what they show as a whole.
 *
 * @module
 */
import type { HttpRequest, HttpResponse, JsonObject } from "../../client/http_client.ts";
import { placeIn } from "../../client/request_place.ts";
import { asObject, metadataOf } from "../../model/object.ts";
import type { Behaviour } from "./behaviour.ts";
import { withJson } from "./json_answer.ts";

/** The pages of a list that are read; a token may lead to itself. */
const PAGES = 50;

/** The items of the pages that are asked for. */
const LIMIT = "500";

/** A list without `limit` that is a page: relieved, it has the items of those that follow. */
export const DEFAULT_PAGES: Behaviour = {
  id: "a list without limit is a page",
  name: "A list without `limit` is a page: it has a `continue` token, and not all items",
  feature: "paging",
  concerns: ({ verb, query }) => verb === "list" && isWhole(Object.fromEntries(query)),
  shows: (seen) =>
    seen.filter(({ verb, query, status, answer }) =>
      verb === "list" && status === 200 && isWhole(Object.fromEntries(query)) &&
      tokenOf(answer) !== ""
    ),
  relieve: () => ({
    async response(response, request, _, send) {
      const { method, query = {} } = request;
      const isList = method === "GET" && placeIn(request)?.name === "" &&
        query.watch === undefined && isWhole(query) && response.status === 200;
      const list = asObject(response.json);
      if (!isList || list === undefined || tokenOf(list) === "") return response;
      return await wholeOf({ response, list }, request, send);
    },
  }),
};

/** Returns true for the query of a list that is no page. */
function isWhole({ limit, continue: token }: Readonly<Record<string, unknown>>): boolean {
  return !(Number(limit ?? 0) > 0) && (token ?? "") === "";
}

function tokenOf(list: JsonObject | undefined): string {
  return String(metadataOf(list ?? {}).continue ?? "");
}

/** Returns a list with the items, or rows, of the pages that follow it; as it is, if one is refused. */
async function wholeOf(
  { response, list }: { readonly response: HttpResponse; readonly list: JsonObject },
  request: HttpRequest,
  send: (other: HttpRequest) => Promise<HttpResponse>,
): Promise<HttpResponse> {
  const name = Array.isArray(list.rows) ? "rows" : "items";
  const all = [list[name] ?? []].flat();
  const { resourceVersion: _, resourceVersionMatch: __, ...query } = request.query ?? {};
  let token = tokenOf(list);
  for (let page = 0; token !== "" && page < PAGES; page++) {
    const next = await send({ ...request, query: { ...query, limit: LIMIT, continue: token } });
    const rest = asObject(next.json);
    if (next.status !== 200 || rest === undefined) return response;
    all.push(...[rest[name] ?? []].flat());
    token = tokenOf(rest);
  }
  const { continue: ___, remainingItemCount: ____, ...metadata } = metadataOf(list);
  return withJson(response, { ...list, metadata, [name]: all });
}
