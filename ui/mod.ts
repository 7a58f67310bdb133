/**
 * Live pages: what a page needs that the program itself serves while it runs. A server on loopback
 * that only who knows its address may use, a feed of what happens, and a page without any network.
 *
 * `cli` puts a page together: its routes, its feed and the program of the page, a module that may
 * import `./dom.js` and `./feed.js`.
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
export type { ShownServer } from "./serve/server_state.ts";
export { type RunOutcome, RunPage, type RunPageOptions } from "./run/run_page.ts";
