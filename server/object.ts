/**
 * The shape every stored object has.
 *
 * @module
 */

/**
 * Any value JSON can say.
 *
 * @internal
 */
export type Json = null | boolean | number | string | Json[] | JsonObject;

/** A JSON object. */
export type JsonObject = { [key: string]: Json };

/** The metadata every object carries (interface, "Common metadata facts"). */
export type ObjectMeta = JsonObject & {
  name: string;
  namespace?: string;
  generateName?: string;
  uid: string;
  resourceVersion: string;
  creationTimestamp: string;
  deletionTimestamp?: string;
  deletionGracePeriodSeconds?: number;
  generation?: number;
  labels?: { [key: string]: string };
  annotations?: { [key: string]: string };
  finalizers?: string[];
  ownerReferences?: OwnerReference[];
};

/** An object that another one belongs to; it is in the namespace of the other, or in none. */
export type OwnerReference = JsonObject & {
  apiVersion: string;
  kind: string;
  name: string;
  uid: string;
  /** True for the one owner that manages the object. */
  controller?: boolean;
  /** True where a deletion of the owner in the foreground waits for the object. */
  blockOwnerDeletion?: boolean;
};

/**
 * An object of any kind, as it is stored and sent.
 *
 * @internal
 */
export type ApiObject = JsonObject & {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
};
