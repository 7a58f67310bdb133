/**
 * Requirements that checks cover and no seeded bug can violate.
 *
 * @module
 */

/** Why no seeded bug can violate a requirement, by its id. */
export const UNBREAKABLE: Readonly<Record<string, string>> = {
  "concurrency.no-change-before-its-request": "a server cannot know a request before it is sent",
};
