/**
 * The shape every stored object has.
 *
 * @module
 */

/** Any value JSON can say. */
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
};

/** An object of any kind, as it is stored and sent. */
export type ApiObject = JsonObject & {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
};
