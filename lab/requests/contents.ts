/**
 * ConfigMaps of a load, whose content identifies the write that stored it.
 *
 * @module
 */
import type { JsonRequest } from "../client/send.ts";
import { applyOf, createOf, mergeOf, putOf, removeOf } from "./writes.ts";

/** What a load knows of an object. */
export interface Content {
  readonly name: string;
  readonly uid: string;
  readonly content: string;
  readonly version: string;
}

/** An object as a server sends it. */
export interface SentContent {
  readonly metadata: {
    readonly name: string;
    readonly uid: string;
    readonly resourceVersion: string;
  };
  readonly data?: { readonly content?: string };
}

/** Returns what a load knows of an object. */
export const contentOf = (
  { metadata: { name, uid, resourceVersion }, data }: SentContent,
): Content => ({ name, uid, content: data?.content ?? "", version: resourceVersion });

/** The forms of a write. */
export type ContentVerb = "create" | "apply" | "update" | "patch" | "delete";

/** A write of a content. */
export interface ContentWrite {
  /** The path of the collection. */
  readonly collection: string;
  readonly name: string;
  readonly content: string;
  /** The characters that the object has beside its content. */
  readonly filling: number;
  readonly labels?: Readonly<Record<string, string>>;
  /** The resourceVersion that an update or a deletion requires. */
  readonly version?: string | undefined;
}

/** Returns the request of a write. */
export function contentRequest(
  verb: ContentVerb,
  { collection, name, content, filling, labels, version }: ContentWrite,
): JsonRequest {
  const path = `${collection}/${name}`;
  const metadata = {
    name,
    ...(labels && { labels }),
    ...(verb === "update" && version && { resourceVersion: version }),
  };
  const data = { content, filling: "x".repeat(filling) };
  const object = { apiVersion: "v1", kind: "ConfigMap", metadata, data };
  switch (verb) {
    case "create":
      return createOf(collection, object);
    case "apply":
      return applyOf(path, object, { manager: "load", force: true });
    case "update":
      return putOf(path, object);
    case "patch":
      return mergeOf(path, { data });
    case "delete":
      return removeOf(path, version && { preconditions: { resourceVersion: version } });
  }
}
