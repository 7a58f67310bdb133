/**
 * The matrix of seeded faults against checks: the proof that the suites see.
 *
 * @module
 */
export { makeMatrix, type MatrixOptions } from "./run.ts";
