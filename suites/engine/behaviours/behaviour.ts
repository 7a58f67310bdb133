/**
 * What a behaviour of a target is, as data: what shows it in the exchanges of a case, and how a case
 * runs without it.
 *
 * @module
 */
import type { Harm } from "@plumbline/reports/harm";
import { parse } from "@std/yaml";
import type {
  HttpRequest,
  HttpResponse,
  Json,
  JsonObject,
  WatchDocument,
  WatchStream,
} from "../../client/http_client.ts";
import { hasOwnCredentials, type PassingRefusal } from "../../client/retrying_client.ts";
import type { DemandedName, Feature } from "../../features.ts";
import { placeIn, type RequestPlace } from "../../client/request_place.ts";
import { readResponse } from "../../model/exchanges/forms.ts";
import { asObject } from "../../model/object.ts";

/** A request and its response, with what they say. */
export interface Seen {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly place: RequestPlace | undefined;
  /** `create`, `update`, `apply`, `patch`, `delete`, `deletecollection`, `get`, `list` or `watch`. */
  readonly verb: string;
  readonly identity: string;
  /** True if the request states credentials, or none, on purpose: they may be wrong. */
  readonly hasOwnCredentials: boolean;
  readonly status: number;
  /** The media type of the response, empty without one. */
  readonly mediaType: string;
  /** The body of the request; undefined if it has none, or none in JSON. */
  readonly body: JsonObject | undefined;
  /** The body of the request as JSON, whatever it is: a JSON patch is a list. */
  readonly sent: Json | undefined;
  /** The body of the response; undefined if it has none, or none in JSON. Lists are read in any form. */
  readonly answer: JsonObject | undefined;
  /** The media type that the request accepts, empty for JSON. */
  readonly accept: string;
  /** The media type of the request's body, empty for JSON. */
  readonly contentType: string;
  /** The number of warnings. */
  readonly warnings: number;
  /** Their text. */
  readonly warningText: string;
  /** True if no other request of the case, watches left out, was under way at the same time. */
  readonly isAlone: boolean;
  /** The events of a watch so far. */
  readonly events: readonly WatchDocument[];
}

/** Opens a watch of its own. */
export type OpenWatch = (request: Omit<HttpRequest, "method" | "body">) => Promise<WatchStream>;

/** Changes the requests and responses of one case so that the behaviour does not show. */
export interface Relief {
  /** Waits before a request is sent. */
  before?(request: HttpRequest): Promise<void>;
  /** Sends other requests in place of one; undefined if it is to be sent as it is. */
  replace?(
    request: HttpRequest,
    send: (other: HttpRequest) => Promise<HttpResponse>,
  ): Promise<HttpResponse | undefined>;
  /**
   * Returns the response as it would be without the behaviour; `again` repeats the request, `send`
   * sends another one, `open` opens a watch.
   */
  response?(
    response: HttpResponse,
    request: HttpRequest,
    again: () => Promise<HttpResponse>,
    send: (other: HttpRequest) => Promise<HttpResponse>,
    open: OpenWatch,
  ): HttpResponse | Promise<HttpResponse>;
  /** Returns a stream in place of a watch; undefined if it is to be opened as it is. */
  watch?(
    request: Omit<HttpRequest, "method" | "body">,
    send: (other: HttpRequest) => Promise<HttpResponse>,
    open: OpenWatch,
  ): Promise<WatchStream | undefined>;
  /** Returns the error that a watch which is answered with 200 should have had; undefined for none. */
  refused?(stream: WatchStream): Promise<HttpResponse | undefined>;
  /** Returns true for the status of a watch that is to be opened again. */
  reopens?(status: number): boolean;
  /** Returns the event as it would be, undefined for one that would not be sent. */
  document?(
    document: WatchDocument,
    watch: Pick<HttpRequest, "path" | "query">,
  ): WatchDocument | undefined;
  /** Ends what it has opened, after the case. */
  end?(): Promise<void>;
}

/** A behaviour that violates requirements in many checks. */
export interface Behaviour {
  /** The same in all runs. */
  readonly id: string;
  /** What the target does, in words of the API. */
  readonly name: string;
  /** The feature that the target does not have if it behaves so. */
  readonly feature?: Feature | DemandedName;
  /** Returns the requests on which the behaviour shows. */
  shows(seen: readonly Seen[]): readonly Seen[];
  /** Returns true for a request on which it can show. @default {any} */
  concerns?(one: Seen): boolean;
  /** Requirements that a request on which the behaviour shows cannot meet, relieved or not. */
  readonly violates?: RegExp;
  /**
   * Requirements that say that a target does not behave so. Who violates one behaves so, on the request
   * that it concerns, whether later requests of the case show it or not.
   */
  readonly states?: RegExp;
  /**
   * Requirements on events that say the same of a target on which other failures show the behaviour: events
   * may be wrong of themselves.
   */
  readonly statesOfEvents?: RegExp;
  /** What it does to users, if that is more than the requirements that its failures violate say. */
  readonly harm?: Harm;
  /** How it refuses requests now and then: a case fails for it in some of its runs. */
  readonly refusal?: PassingRefusal;
  /** True if requests may show it now and then only. @default {false} */
  readonly isIntermittent?: boolean;
  /** Returns another name, if the exchanges that show it are of one kind alone. @default {none} */
  readonly nameOf?: (shown: readonly Seen[]) => string | undefined;
  /** What the target must have to run cases without it. @default {nothing} */
  readonly needs?: readonly (Feature | DemandedName)[];
  /** The parameter that it ignores, if it does. */
  readonly parameter?: string;
  /** The verb of the requests whose parameter it ignores. @default {any} */
  readonly parameterOf?: string;
  /**
   * The form of requests that is wrong if the target behaves so: where it explains failures, cases that
   * show nothing of it are repeated with this form replaced, too.
   */
  readonly form?: Behaviour;
  /** The id of a behaviour that does the same and more: where that explains failures, it explains these, too. */
  readonly partOf?: string;
  /** True if the versions are wrong of lists that show it: requests that begin at them rest on it. @default {false} */
  readonly givesVersions?: boolean;
  /**
   * True if it explains only the violations by a request on which it shows. It is right by itself, and a case
   * that takes another course without it may pass for that.
   *
   * @default {false}
   */
  readonly isOfAnswer?: true;
  /** True if it explains what it `violates`, and nothing else: most requests show it. @default {false} */
  readonly isStatedOnly?: boolean;
  /** True if what it does shows in later requests, too. @default {false} */
  readonly lasts?: boolean;
  /**
   * True if it shows by what exists after a request, which another behaviour may have changed: other
   * forms of the requests are tried before it.
   *
   * @default {false}
   */
  readonly isOfEffect?: boolean;
  /** True if forms of requests that explain the same say more of it. @default {false} */
  readonly yields?: boolean;
  /** True if the relief takes long, so that only cases that failed run with it. @default {false} */
  readonly isSlow?: boolean;
  /** True if no right server answers what shows it: checks run without it once one has reported it. @default {false} */
  readonly isEvident?: boolean;
  /** True if what shows it may have another reason: only a trial decides. @default {false} */
  readonly isTrialOnly?: boolean;
  /** The ids of forms that it is the sum of: it is for what none of them explains alone. */
  readonly parts?: readonly string[];
  /** What other forms of requests do as well: if they violate the same, they have one cause. */
  readonly family?: string;
  /**
   * Starts the relief for a case. Without one, a case ends where the behaviour shows: what it
   * violates before that is not explained.
   *
   * @param target The target: what one case finds out about it is kept for the others.
   */
  relieve?(target?: object): Relief;
}

/** Returns a request and its response with what they say. */
export function seenIn(
  request: HttpRequest,
  response: HttpResponse,
  { stream, isAlone = true }: { readonly stream?: WatchStream; readonly isAlone?: boolean } = {},
): Seen {
  const { method, path, query = {}, identity = "current" } = request;
  const { status, json, headers } = response;
  const given = Object.entries(query).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, value]]
  );
  const parameters = new URLSearchParams(given);
  const place = placeIn(request);
  const verb = stream === undefined ? verbOf(request, parameters, place) : "watch";
  const sent = sentIn(request);
  const warning = headers.get("warning");
  return {
    method,
    path,
    query: parameters,
    place,
    verb,
    identity,
    hasOwnCredentials: hasOwnCredentials(request),
    status,
    mediaType: (headers.get("content-type") ?? "").split(";")[0]!.trim(),
    body: asObject(sent),
    sent,
    answer: verb === "list" ? asObject(readResponse(response).json) : asObject(json),
    accept: headerOf(request, "accept"),
    contentType: headerOf(request, "content-type"),
    warnings: warning?.split(/, (?=\d{3} )/).length ?? 0,
    warningText: warning ?? "",
    isAlone,
    get events() {
      return stream?.documents ?? [];
    },
  };
}

/** Returns the value that a request sends, in JSON or YAML; undefined if it sends none. */
function sentIn(request: HttpRequest): Json | undefined {
  const { body } = request;
  if (typeof body !== "string") return body;
  try {
    const isYaml = headerOf(request, "content-type").includes("yaml");
    return (isYaml ? parse(body) : JSON.parse(body)) as Json;
  } catch {
    return undefined;
  }
}

/** Returns a header of a request without its parameters; empty for JSON and if there is none. */
function headerOf({ headers = {} }: HttpRequest, name: string): string {
  const [, value = ""] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? [];
  const text = String(value);
  return text === "application/json" ? "" : text;
}

/** Returns the verb of a request, with `apply` for a patch of that form. */
function verbOf(
  { method, headers = {} }: HttpRequest,
  query: URLSearchParams,
  place: RequestPlace | undefined,
): string {
  const isCollection = place !== undefined && place.name === "";
  const type = Object.entries(headers).find(([name]) => name.toLowerCase() === "content-type");
  switch (method) {
    case "POST":
      return "create";
    case "PUT":
      return "update";
    case "PATCH":
      return String(type?.[1] ?? "").includes("apply-patch") ? "apply" : "patch";
    case "DELETE":
      return isCollection ? "deletecollection" : "delete";
    default:
      if (["1", "true"].includes(query.get("watch") ?? "")) return "watch";
      return isCollection ? "list" : "get";
  }
}
