/**
 * The sections of the specification, by the titles they have there.
 *
 * @module
 */
import { type Chapter, chapter } from "./requirement.ts";

export const APPLY: Chapter = chapter("Server-side apply");
export const AUTHENTICATION: Chapter = chapter("Authentication");
export const DEPLOYMENT: Chapter = chapter("Deployment (group `apps`, version `v1`)");
export const DRY_RUN: Chapter = chapter("Dry run (POST, PUT, PATCH, DELETE)");
export const ENDPOINTS: Chapter = chapter("Endpoints");
export const ERRORS: Chapter = chapter("Errors");
export const EVENTS: Chapter = chapter("Events");
export const FIELD_VALIDATION: Chapter = chapter("Field validation (POST, PUT, PATCH)");
export const HEALTH: Chapter = chapter("Health endpoints");
export const LIMITS: Chapter = chapter("Limits");
export const MATRIX: Chapter = chapter("Resource and operation matrix");
export const METADATA: Chapter = chapter("Common metadata facts");
export const NEGOTIATION: Chapter = chapter("Content negotiation");
export const OPERATIONS: Chapter = chapter("Operation templates");
export const PAGING: Chapter = chapter("Paging (list and deletecollection)");
export const PATHS: Chapter = chapter("Path shapes");
export const RBAC: Chapter = chapter(
  "Role-based access control resources (group `rbac.authorization.svc.io`, version `v1`)",
);
export const RESOURCES: Chapter = chapter("Resources and their fields");
export const RESOURCE_VERSIONS: Chapter = chapter("resourceVersion semantics");
export const REVIEWS: Chapter = chapter(
  "Access-review resources (group `authorization.svc.io`, version `v1`)",
);
export const REVIEW_ENDPOINTS: Chapter = chapter("Review endpoints (create only)");
export const SECRET: Chapter = chapter("Secret (core group, version `v1`)");
export const SERVICE: Chapter = chapter("What the service does");
export const SHAPES: Chapter = chapter("Other shared shapes");
export const STATES: Chapter = chapter("States and transitions");
export const TABLE: Chapter = chapter("Table representation", "table");
export const VERSIONING: Chapter = chapter("Versioning");
