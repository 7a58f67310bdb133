/**
 * Reads one resource type of a scope and records every read for the oracles.
 *
 * @module
 */
import { Discard, Violation } from "../check.ts";
import type { Freshness } from "../model/freshness.ts";
import type { GetRead } from "../model/get_oracle.ts";
import { asObject } from "../model/object.ts";
import type { Page, PagedList } from "../model/page_oracle.ts";
import type { ListForm, Selection } from "../model/selection.ts";
import type { RequirementId } from "../catalogue.ts";
import { type HttpResponse, type JsonObject, MAX_EMPTY_PAGES } from "../client/http_client.ts";
import type { TypeInScope } from "./collection.ts";
import { expectExpired } from "./history_age.ts";
import { acceptOfForm, itemsOf, withContent } from "./list_forms.ts";
import type { LogicalClock } from "./logical_clock.ts";
import { describeResponse } from "./violation.ts";

/** Parameters of a list request, besides the selection. */
export interface ListOptions {
  /** The `limit`. */
  readonly limit?: number | undefined;
  /** The `continue` token. */
  readonly token?: string | undefined;
  /** The `resourceVersion`. */
  readonly version?: string | undefined;
  /** The `resourceVersionMatch`. */
  readonly match?: string | undefined;
}

/** The expectation of a read. */
export interface ReadExpectation {
  /** The states that the response may show. */
  readonly freshness: Freshness;
  /** The requirement that a wrong response violates. */
  readonly cell: RequirementId;
}

/** A paged list that may have further pages. */
export type OpenPagedList = { -readonly [Field in keyof PagedList]: PagedList[Field] } & {
  pages: Page[];
};

const MOST_RECENT: ReadExpectation = {
  freshness: { kind: "most recent" },
  cell: "resource-versions.list-plain-whole-unset",
};

/** Sends reads. */
export class Reader {
  /** Every list so far; a list without `limit` has one page. */
  readonly lists: PagedList[] = [];
  /** Every get so far. */
  readonly gets: GetRead[] = [];
  readonly #at: TypeInScope;
  readonly #clock: LogicalClock;

  /** Creates it without a request. */
  constructor(at: TypeInScope, clock: LogicalClock) {
    this.#at = at;
    this.#clock = clock;
  }

  /** Requests a list and returns the response, without recording it. */
  async send(selection: Selection, options: ListOptions = {}): Promise<HttpResponse> {
    const { path, query } = this.#at.listRequest(selection);
    const accept = acceptOfForm(selection.form, this.#at.scope.target.dialect);
    const response = await this.#at.scope.send({
      method: "GET",
      path,
      ...(accept !== undefined && { headers: { accept } }),
      query: {
        ...query,
        limit: options.limit?.toString(),
        continue: options.token,
        resourceVersion: options.version,
        resourceVersionMatch: options.match,
      },
    });
    if (accept === undefined) return response;
    const read = withContent(response);
    const list = asObject(read.json);
    // Nothing can be said about rows alone; the area `negotiation` covers what is acceptable.
    const isBare = list !== undefined && itemsOf(list) === "rows without objects";
    const isUnread = list === undefined && selection.form === "Protobuf";
    if (response.status === 406 || (response.status === 200 && (isBare || isUnread))) {
      return await this.send({ ...selection, form: undefined }, options);
    }
    return read;
  }

  /**
   * Requests a list and returns it with its first page.
   *
   * @throws {Violation} if the response is not a list
   * @throws {Discard} if the resourceVersion can have expired
   */
  async list(
    selection: Selection = this.#at.widest(),
    options: ListOptions = {},
    expectation: ReadExpectation = MOST_RECENT,
  ): Promise<OpenPagedList> {
    const page = await this.#page(selection, options, expectation.cell);
    const exclusive = this.#at.isExclusive(selection);
    const sent = this.#at.sent(selection);
    const pagedList: OpenPagedList = { selection: sent, ...expectation, pages: [page], exclusive };
    this.lists.push(pagedList as PagedList);
    return pagedList;
  }

  /**
   * Requests the next page; returns false if there is none.
   *
   * @throws {Violation} if the response is not a list
   * @throws {Discard} if the continue token has expired
   */
  async next(
    pagedList: OpenPagedList,
    selection: Selection = this.#at.widest(),
    options: ListOptions = {},
  ): Promise<boolean> {
    const { token, limit } = pagedList.pages.at(-1)!;
    if (token === undefined) return false;
    const parameters = { limit, ...options, token };
    pagedList.pages.push(
      await this.#page(
        selection,
        parameters,
        options.version === "0"
          ? "resource-versions.list-plain-next-zero"
          : "resource-versions.list-plain-next-unset",
      ),
    );
    return true;
  }

  /** Requests the remaining pages, up to a number of them. */
  async finish(
    pagedList: OpenPagedList,
    selection: Selection = this.#at.widest(),
    most = 50,
  ): Promise<void> {
    // The oracle reports tokens that never end; the loop must end.
    for (let [pages, empty] = [0, 0]; pages < most && empty <= MAX_EMPTY_PAGES; pages++) {
      if (!await this.next(pagedList, selection)) return;
      empty = pagedList.pages.at(-1)!.items.length === 0 ? empty + 1 : 0;
    }
  }

  /**
   * Gets a slot's object.
   *
   * @throws {Violation} if the response is neither the object nor 404
   */
  async get(
    slot: number,
    version?: string,
    expectation: ReadExpectation = mostRecentGet,
    form: ListForm | undefined = undefined,
  ): Promise<JsonObject | undefined> {
    const accept = acceptOfForm(form, this.#at.scope.target.dialect);
    const { began, ended, exchange, value } = await this.#clock.during(() =>
      this.#at.scope.send({
        method: "GET",
        path: this.#at.pathOf(slot),
        query: { resourceVersion: version },
        ...(accept !== undefined && { headers: { accept } }),
      })
    );
    if (value.status === 406 && form !== undefined) {
      return await this.get(slot, version, expectation);
    }
    const response = withContent(value);
    let object = asObject(response.json);
    const isUnread = object === undefined && form === "Protobuf" && response.status === 200;
    if (isUnread) return await this.get(slot, version, expectation);
    const partial = response.status === 200 && object?.kind === "Table";
    if (partial) {
      const rows = itemsOf(object!);
      if (rows === "rows without objects") return await this.get(slot, version, expectation);
      object = rows?.items.length === 1 ? asObject(rows.items[0]) : undefined;
    }
    if (response.status !== 404 && (response.status !== 200 || object === undefined)) {
      const expected = "200 with the object, or 404";
      throw new Violation(expectation.cell, { expected, actual: describeResponse(response) });
    }
    const found = response.status === 200 ? object : undefined;
    const key = this.#at.keyOf(slot);
    this.gets.push({ began, ended, exchange, key, ...expectation, object: found, partial });
    return found;
  }

  async #page(selection: Selection, options: ListOptions, cell: RequirementId): Promise<Page> {
    const { began, ended, exchange, value: response } = await this.#clock.during(() =>
      this.send(selection, options)
    );
    // A list without a version or token cannot expire.
    const { token, version = "0" } = options;
    const mayBeGone = token !== undefined || version !== "0";
    if (response.status === 410 && mayBeGone) {
      // Tokens and versions are no older than the session.
      const requirement = token === undefined ? cell : "paging.token-lives";
      expectExpired(requirement, this.#at, response);
    }
    if (response.status === 403 && selection.everyone) {
      throw new Discard("the current identity may not list the objects of others");
    }
    const list = response.status === 200 ? this.#at.read(response.json) : undefined;
    if (list === undefined) {
      const isList = response.status === 200 && asObject(response.json)?.kind !== undefined;
      const requirement = isList ? "resource-versions.collection-carries-version" : cell;
      const expected = "200 with a list that has items";
      throw new Violation(requirement, { expected, actual: describeResponse(response) });
    }
    const mayBeWhole = options.version === "0";
    return { began, ended, exchange, limit: options.limit, mayBeWhole, ...list };
  }
}

const mostRecentGet: ReadExpectation = {
  freshness: { kind: "most recent" },
  cell: "resource-versions.get-unset-most-recent",
};
