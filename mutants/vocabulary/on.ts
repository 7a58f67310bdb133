/**
 * Bugs as the requests that they concern and an effect on these:
 * `on("delete secrets", { propagationPolicy: "Orphan" }).reject(badRequest("…"))`.
 *
 * @module
 */
import { ApiError, type ApiObject, type JsonObject, type Reason } from "@plumbline/server/api";
import type {
  Change,
  PartChanges,
  Registry,
  Result,
  Steps,
  VerbHandler,
  VerbRequest,
  Verbs,
  WatchEvent,
  WatchSource,
} from "@plumbline/server/parts";
import { changingWrites, withSteps } from "../helpers.ts";
import {
  askedOf,
  intercept,
  type Intercepted,
  type QueryChange,
  responseOf,
  rewriteJson,
  rewriteStream,
} from "./exchange.ts";
import { listOf } from "./json.ts";
import type { ListResult } from "./results.ts";
import {
  type Asked,
  type Condition,
  conditionOf,
  type QueryCondition,
  type Target,
  verbsOf,
} from "./target.ts";

/** Installs a change of the server. */
export type Install = (parts: PartChanges) => void;

/** A request that reached its verb. */
export interface Served {
  readonly registry: Registry;
  readonly request: VerbRequest;
  /** The verbs without the bug. */
  readonly verbs: Verbs;
  /** Serves the request without the bug, or with other members of the registry or the request. */
  next(
    registry?: Partial<Registry>,
    request?: Partial<VerbRequest>,
  ): Promise<Result>;
  /** Serves the request with some steps wrapped. */
  nextWith(change: Change<Steps>): Promise<Result>;
}

/** The requests that a bug concerns, and the effects that it can have on them. */
export interface Requests {
  /** Returns those requests that meet a further condition. */
  where(condition: Condition): Requests;
  /** Rejects the requests before anything else. */
  reject(error: ApiError): Install;
  /** Answers the requests in any other way. */
  handle(act: (request: Intercepted) => Promise<Response>): Install;
  /** Sets parameters of the query; an undefined one is removed. */
  changeQuery(change: QueryChange): Install;
  /** Makes dry runs of the requests. */
  withoutEffect(): Install;
  /** Changes the body as text. */
  changeText(change: (text: string, asked: Asked) => string): Install;
  /**
   * Changes the JSON object in the body, in place or by another one. One that stays the same is
   * sent as it was spelt.
   */
  changeBody(change: (body: JsonObject, asked: Asked) => JsonObject | void): Install;
  /** Changes each response. */
  changeResponse(
    change: (response: Response, request: Intercepted) => Response | Promise<Response>,
  ): Install;
  /** Changes the JSON of successful responses. */
  change(change: (body: JsonObject, asked: Asked) => JsonObject): Install;
  /** Changes the objects in successful responses; not Tables, metadata alone and lists. */
  changeObject(change: (object: JsonObject) => JsonObject): Install;
  /** Changes the lists in successful responses. */
  changeList(change: (list: JsonObject) => JsonObject): Install;
  /** Changes each item of the lists in successful responses. */
  changeItems(change: (item: JsonObject) => JsonObject): Install;
  /** Changes the Tables in successful responses. */
  changeTable(change: (table: JsonObject, asked: Asked) => JsonObject): Install;
  /** Changes the Status of responses with a code. */
  changeError(code: number, change: (status: JsonObject) => JsonObject): Install;
  /** Answers in another way where the response would have a code. */
  replace(
    code: number,
    by: (response: Response, request: Intercepted) => Response | Promise<Response>,
  ): Install;
  /** Answers with another HTTP status where the response would have a code. */
  changeStatus(code: number, into: number): Install;
  /** Answers errors with a code by another code and reason. */
  turnError(code: number, into: { readonly code: number; readonly reason: string }): Install;
  /** Changes the headers of successful responses. */
  changeHeaders(change: (headers: Headers) => void): Install;
  /** Changes the `Warning` header of responses that have one. */
  changeWarnings(change: (warnings: string) => string): Install;
  /** Changes the body of watches as text, as it comes. */
  changeStream(change: (text: string) => string): Install;
  /** Serves the verb in another way. */
  serve(act: (served: Served) => Promise<Result>): Install;
  /** Wraps steps of the verb. */
  withSteps(change: Change<Steps>): Install;
  /** Changes the content that updates, patches and applies compute. */
  changeWrite(
    change: (object: ApiObject, current: ApiObject, request: VerbRequest) => ApiObject,
  ): Install;
  /** Changes what the verb returns. */
  changeResult(change: (result: Result, request: VerbRequest) => Result): Install;
  /** Changes the objects that a list returns, before they are encoded. */
  changeListed(change: (list: ListResult, request: VerbRequest) => ListResult): Install;
  /** Changes the events of watches; the function is called once for each watch. */
  changeEvents(
    start: (served: Served) => (events: readonly WatchEvent[]) => readonly WatchEvent[],
  ): Install;
  /** Acts where the verb throws an error with a reason. */
  whenRejected(
    reason: Reason,
    act: (error: ApiError, served: Served) => Promise<Result>,
  ): Install;
}

/**
 * Returns the requests of some verbs to some resource types.
 *
 * @param target verbs and resource types, such as `"update,merge-patch roles,clusterroles"`
 * @param query values that query parameters must have; true for any, false for none
 */
export function on<Text extends string>(
  target: Text & Target<Text>,
  query: QueryCondition = {},
): Requests {
  return requestsThat(conditionOf(target, query), verbsOf(target));
}

/** Returns the requests that meet a condition. */
export function onRequests(condition: Condition): Requests {
  return requestsThat(condition, undefined);
}

/** Installs several changes. */
export function all(...installs: readonly Install[]): Install {
  return (parts) => {
    for (const install of installs) install(parts);
  };
}

function requestsThat(condition: Condition, verbs: ReadonlySet<string> | undefined): Requests {
  const handle = (act: (request: Intercepted) => Promise<Response>): Install => ({ wire }) =>
    wire(({ answer }) => ({
      async answer(request) {
        const asked = askedOf(request);
        return asked && condition(asked)
          ? await act(intercept(asked, answer))
          : await answer(request);
      },
    }));
  const changeResponse: Requests["changeResponse"] = (change) =>
    handle(async (request) => await change(await request.next(), request));
  const replace: Requests["replace"] = (code, by) =>
    changeResponse((response, request) =>
      response.status === code ? by(response, request) : response
    );
  const change: Requests["change"] = (change) =>
    changeResponse((response, asked) =>
      response.ok && asked.info.verb !== "watch"
        ? rewriteJson(response, (body) => change(body, asked))
        : response
    );
  const changeList: Requests["changeList"] = (changeList) =>
    change((body) => Array.isArray(body.items) ? changeList(body) : body);
  const changeText: Requests["changeText"] = (changeText) =>
    handle(async (request) => {
      const sent = await request.text();
      const body = changeText(sent, request);
      return await request.next(body === sent ? {} : { body });
    });
  const changeQuery: Requests["changeQuery"] = (query) => handle(({ next }) => next({ query }));
  const serve: Requests["serve"] = (act) => (parts) =>
    parts.verbs((original) => {
      const serving = (handler: VerbHandler): VerbHandler => (registry, request) =>
        condition(request.context)
          ? act({
            registry,
            request,
            verbs: original,
            next: (members, changed) =>
              handler({ ...registry, ...members }, { ...request, ...changed }),
            nextWith: (change) => withSteps(handler, change)(registry, request),
          })
          : handler(registry, request);
      const names = (Object.keys(original) as (keyof Verbs)[]).filter((name) =>
        verbs?.has(name === "answer" || name === "act" ? "create" : name) ?? true
      );
      return Object.fromEntries(names.map((name) => [name, serving(original[name])]));
    });
  const changeResult: Requests["changeResult"] = (change) =>
    serve(async ({ request, next }) => change(await next(), request));
  return {
    handle,
    serve,
    changeQuery,
    changeText,
    changeResponse,
    change,
    changeList,
    where: (further) => requestsThat((asked) => condition(asked) && further(asked), verbs),
    replace,
    changeStatus: (code, status) =>
      replace(code, ({ body, headers }) => new Response(body, { status, headers })),
    withSteps: (change) => serve(({ nextWith }) => nextWith(change)),
    changeWrite: (change) => (parts) =>
      changingWrites(parts, ({ context }) => condition(context), change),
    reject: (error) => handle(() => Promise.resolve(responseOf(error))),
    withoutEffect: () => changeQuery({ dryRun: "All" }),
    changeBody: (changeBody) =>
      handle(async (request) => {
        const sent = await request.object();
        if (sent === undefined) return await request.next();
        const before = JSON.stringify(sent);
        const body = JSON.stringify(changeBody(sent, request) ?? sent);
        return await request.next(body === before ? {} : { body });
      }),
    changeObject: (changeObject) =>
      change((body) =>
        body.kind === "Table" || body.kind === "PartialObjectMetadata" || body.items
          ? body
          : changeObject(body)
      ),
    changeItems: (changeItem) =>
      changeList((list) => ({
        ...list,
        items: listOf(list.items).map((item) => changeItem(item as JsonObject)),
      })),
    changeTable: (changeTable) =>
      change((body, asked) => body.kind === "Table" ? changeTable(body, asked) : body),
    changeError: (code, changeStatus) =>
      replace(code, (response) => rewriteJson(response, changeStatus)),
    turnError: (code, into) =>
      replace(
        code,
        (response) => rewriteJson(response, (status) => ({ ...status, ...into }), into.code),
      ),
    changeHeaders: (changeHeaders) =>
      changeResponse((response) => {
        if (response.ok) changeHeaders(response.headers);
        return response;
      }),
    changeWarnings: (changeWarnings) =>
      changeResponse((response) => {
        const warnings = response.headers.get("warning");
        if (warnings !== null) response.headers.set("warning", changeWarnings(warnings));
        return response;
      }),
    changeStream: (changeText) => changeResponse((response) => rewriteStream(response, changeText)),
    changeResult,
    changeListed: (changeListed) =>
      changeResult((result, request) =>
        result.kind === "list" ? changeListed(result, request) : result
      ),
    changeEvents: (start) =>
      serve(async (served) => {
        const result = await served.next();
        if (result.kind !== "watch") return result;
        const { source } = result;
        return { ...result, source: { ...source, next: eventsOf(source, start(served)) } };
      }),
    whenRejected: (reason, act) =>
      serve(async (served) => {
        try {
          return await served.next();
        } catch (error) {
          if (!(error instanceof ApiError) || error.reason !== reason) throw error;
          return await act(error, served);
        }
      }),
  };
}

/** Returns the next events of a watch that the change leaves, if any. */
function eventsOf(
  source: WatchSource,
  change: (events: readonly WatchEvent[]) => readonly WatchEvent[],
): WatchSource["next"] {
  return async () => {
    for (;;) {
      const events = await source.next();
      if (events === undefined) return undefined;
      const remaining = change(events);
      if (remaining.length > 0) return remaining;
    }
  };
}
