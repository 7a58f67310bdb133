import type {
  PlaywrightTestArgs,
  PlaywrightTestOptions,
  PlaywrightWorkerArgs,
  PlaywrightWorkerOptions,
  TestType,
} from "@playwright/test";
import type { Server } from "./server.mjs";

/** `test` with the fixture `plumbline`: a server with its initial objects, one process a worker. */
export const test: TestType<
  PlaywrightTestArgs & PlaywrightTestOptions & { plumbline: Server },
  PlaywrightWorkerArgs & PlaywrightWorkerOptions & { plumblineProcess: Server }
>;
