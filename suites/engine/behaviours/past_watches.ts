/**
 * Watches from an earlier resourceVersion, in place of which the events of watches are shown that were
 * open before: a target that forgets changes, or sends what exists, does so in watches of the past only.
 *
 * @module
 */
import type {
  HttpRequest,
  JsonObject,
  WatchDocument,
  WatchStream,
} from "../../client/http_client.ts";
import { metadataOf, resourceVersionOf, uidOf } from "../../model/object.ts";
import type { Behaviour, OpenWatch, Relief } from "./behaviour.ts";
import { CollectionLogs } from "./collection_logs.ts";
import { isSelected } from "./selectors.ts";
import { SubstituteStream } from "./substitute_stream.ts";

/** The form of watches that begin in the past. */
export const PAST_WATCHES: Behaviour = {
  id: "watches of the past",
  name: "A watch with `resourceVersion` does not send what a watch sends that was open before",
  concerns: ({ verb, accept, query }) =>
    verb === "watch" && accept === "" && isVersion(query.get("resourceVersion")),
  shows: () => [],
  relieve: () => relieve(),
};

/** Such watches, with those of other forms of the objects beside them. */
export const PAST_WATCHES_OF_FORMS: Behaviour = {
  ...PAST_WATCHES,
  relieve: () => relieve(shownAs),
};

/** The types of events that say what became of an object. */
const OF_OBJECTS: readonly string[] = ["ADDED", "MODIFIED", "DELETED"];

/** True for a resourceVersion that is a number, and not 0. */
const isVersion = (text: string | null | undefined): boolean => /^[1-9]\d*$/.test(text ?? "");

/** Returns how a watch shows objects that accepts a form; undefined for one that is not known. */
type FormOf = (accept: string) => ((object: JsonObject) => JsonObject) | undefined;

/** The forms of objects in JSON that have their metadata. */
const FORM = /^application\/json;as=(Table|PartialObjectMetadata);g=([\w.]+);v=(\w+)$/;

/** Returns how Tables and metadata alone show objects: without the cells, which logs do not have. */
function shownAs(accept: string): ((object: JsonObject) => JsonObject) | undefined {
  const [, kind, group, version] = FORM.exec(accept.split(",")[0]!.replaceAll(" ", "")) ?? [];
  if (kind === undefined) return undefined;
  const apiVersion = `${group}/${version}`;
  return (object) => {
    const metadata = metadataOf(object);
    const partial = { kind: "PartialObjectMetadata", apiVersion, metadata };
    const { resourceVersion = "" } = metadata;
    return kind === "Table"
      ? { kind, apiVersion, metadata: { resourceVersion }, rows: [{ cells: [], object: partial }] }
      : partial;
  };
}

function relieve(formOf: FormOf = () => undefined): Relief {
  const logs = new CollectionLogs();
  return {
    async response(response, request, _, __, open) {
      await logs.follow(request, response, open);
      return response;
    },
    watch: (request, _, open) => past(request, open, { logs, formOf }),
    end: () => logs.close(),
  };
}

/** Begins a stream with the events since a resourceVersion; undefined for one that logs cannot replace. */
async function past(
  request: Omit<HttpRequest, "method" | "body">,
  open: OpenWatch,
  { logs, formOf }: { readonly logs: CollectionLogs; readonly formOf: FormOf },
): Promise<WatchStream | undefined> {
  const { path, query = {}, headers, identity } = request;
  const { resourceVersion, sendInitialEvents, timeoutSeconds, allowWatchBookmarks } = query;
  const { accept, ...others } = headers ?? {};
  const show = accept === undefined ? (object: JsonObject) => object : formOf(String(accept));
  const isOther = Object.keys(others).length > 0 || identity !== undefined ||
    sendInitialEvents !== undefined || timeoutSeconds !== undefined;
  const asked = new URLSearchParams(
    ["labelSelector", "fieldSelector"].flatMap((name) =>
      query[name] === undefined ? [] : [[name, String(query[name])]]
    ),
  );
  const received = logs.of(path);
  if (isOther || !isVersion(resourceVersion) || received === undefined || show === undefined) {
    return undefined;
  }
  const bookmarks = allowWatchBookmarks === undefined ? undefined : await open(request);
  const from = Number(resourceVersion);
  const stream = new PastStream(received, { asked, from, bookmarks, show });
  if (stream.isReadable) return stream;
  await bookmarks?.close();
  return undefined;
}

/** A stream whose events were received by watches that were open before. */
class PastStream extends SubstituteStream {
  /** False if its selectors cannot be read. */
  isReadable = true;
  readonly #received: () => readonly WatchDocument[];
  readonly #asked: URLSearchParams;
  readonly #from: number;
  /** The watch as it was to be opened, of which the bookmarks are. */
  readonly #bookmarks: WatchStream | undefined;
  readonly #show: (object: JsonObject) => JsonObject;
  readonly #known = new Map<string, JsonObject>();
  readonly #documents: WatchDocument[] = [];
  #read = 0;
  #marked = 0;

  constructor(
    received: () => readonly WatchDocument[],
    { asked, from, bookmarks, show }: {
      readonly asked: URLSearchParams;
      readonly from: number;
      readonly bookmarks: WatchStream | undefined;
      readonly show: (object: JsonObject) => JsonObject;
    },
  ) {
    super({ headers: new Headers({ "content-type": "application/json" }) });
    this.#received = received;
    this.#asked = asked;
    this.#from = from;
    this.#bookmarks = bookmarks;
    this.#show = show;
    this.#take();
  }

  get documents(): readonly WatchDocument[] {
    this.#take();
    return this.#documents;
  }

  override async close(): Promise<void> {
    this.#take();
    await super.close();
    await this.#bookmarks?.close();
  }

  /** Takes what was received since it was read last. */
  #take(): void {
    if (this.ended) return;
    const all = this.#received();
    for (const event of all.slice(this.#read)) {
      const shown = OF_OBJECTS.includes(event.type) ? this.#shownOf(event) : undefined;
      if (shown === undefined || !(versionOf(event) > this.#from)) continue;
      this.#documents.push({ type: shown.type, object: this.#show(shown.object) });
    }
    this.#read = all.length;
    const marks = this.#bookmarks?.documents.filter(({ type }) => type === "BOOKMARK") ?? [];
    this.#documents.push(...marks.slice(this.#marked));
    this.#marked = marks.length;
  }

  /** Returns an event as a watch with the selectors sends it. */
  #shownOf({ type, object }: WatchDocument): WatchDocument | undefined {
    const key = uidOf(object) ?? "";
    const before = this.#known.get(key);
    // What a target sends again is known already.
    const isKnown = before !== undefined &&
      Number(resourceVersionOf(before)) >= versionOf({ object });
    if (isKnown && type !== "DELETED") return undefined;
    const [wasShown, isShown] = [before, type === "DELETED" ? undefined : object].map((each) =>
      each === undefined ? false : isSelected({ query: this.#asked }, each)
    );
    if (wasShown === undefined || isShown === undefined) this.isReadable = false;
    if (type === "DELETED") this.#known.delete(key);
    else this.#known.set(key, object);
    if (isShown) return { type: wasShown ? "MODIFIED" : "ADDED", object };
    if (!wasShown) return undefined;
    const { resourceVersion } = metadataOf(object);
    const last = type === "DELETED"
      ? object
      : { ...before, metadata: { ...metadataOf(before!), resourceVersion: resourceVersion! } };
    return { type: "DELETED", object: last };
  }
}

const versionOf = ({ object }: Pick<WatchDocument, "object">): number =>
  Number(resourceVersionOf(object));
