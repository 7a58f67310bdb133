import type { TestAPI } from "vitest";
import type { Server } from "./server.mjs";

/** `test` with the fixture `plumbline`: a server with its initial objects, one process a file. */
export const test: TestAPI<{ plumbline: Server }>;
