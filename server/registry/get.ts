/**
 * The verb get.
 *
 * @module
 */
import { notFound, versionAhead } from "../api_error.ts";
import { parseVersion } from "./read_point.ts";
import { keyOf, type Registry, type Result, type VerbRequest } from "./registry.ts";

/**
 * One object, always the newest version: that is what "most recent" asks for and what "any" and
 * "not older than" allow (interface, "resourceVersion semantics").
 *
 * @throws {ApiError} NotFound, or Timeout for a version that was not issued yet
 */
export async function get(registry: Registry, request: VerbRequest): Promise<Result> {
  const { storage } = registry;
  const asked = request.context.query.get("resourceVersion");
  if (asked && parseVersion(asked) > storage.currentRevision()) {
    throw versionAhead(asked, storage.currentRevision());
  }
  const version = await storage.get(keyOf(request));
  if (!version) throw notFound(request.definition, request.context.info.name);
  return { kind: "object", status: 200, version };
}
