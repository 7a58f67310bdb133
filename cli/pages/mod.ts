/**
 * Live pages, which the program serves while it runs: {@link RunPage} for `check --ui` and
 * {@link ServerPage} for `serve --ui`. They need no network but a server on loopback, whose address
 * contains a token. This module does not know the command line.
 *
 * @module
 */
export { LiveFeed, type LiveFeedOptions } from "./feed.ts";
export { type LivePage, pageRoutes } from "./page.ts";
export {
  type LiveHandler,
  type LiveRoutes,
  LiveServer,
  type LiveServerOptions,
  startLiveServer,
} from "./server.ts";
export { ServerPage, type ServerPageOptions } from "./serve/server_page.ts";
export type { ServerView } from "./serve/server_state.ts";
export { type RunOutcome, RunPage, type RunPageOptions } from "./run/run_page.ts";
