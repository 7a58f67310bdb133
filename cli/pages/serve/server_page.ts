/**
 * The live page of a server (`serve --ui`): objects, watches, requests, injected faults and mutants.
 *
 * @module
 */
import { LiveFeed } from "../feed.ts";
import { pageRoutes } from "../page.ts";
import { type LiveServer, startLiveServer } from "../server.ts";
import { SERVE_BODY, SERVE_STYLE } from "./assets.ts";
import DETAIL from "../client/serve/detail.js" with { type: "text" };
import MUTANTS from "../client/serve/mutants.js" with { type: "text" };
import OBJECTS from "../client/serve/objects.js" with { type: "text" };
import PROGRAM from "../client/serve_program.js" with { type: "text" };
import REQUESTS from "../client/serve/requests.js" with { type: "text" };
import RULE_FORM from "../client/serve/rule_form.js" with { type: "text" };
import RULES from "../client/serve/rules.js" with { type: "text" };
import TABLE from "../client/serve/table.js" with { type: "text" };
import WATCHES from "../client/serve/watches.js" with { type: "text" };
import { serverRoutes } from "./server_routes.ts";
import { ServerState, type ServerView } from "./server_state.ts";

/** Options of {@linkcode ServerPage}. */
export interface ServerPageOptions {
  /** The port on 127.0.0.1; 0 chooses a free one. @default {0} */
  readonly port?: number;
}

/** Time between two updates of the page, in milliseconds. */
const UPDATE_INTERVAL = 250;

/** A live page that shows and controls a server. */
export class ServerPage {
  readonly #feed: LiveFeed;
  readonly #state: ServerState;
  readonly #server: LiveServer;
  readonly #timer: ReturnType<typeof setInterval>;
  #updating: Promise<void> | undefined;

  /** Starts to serve the page. Everybody with its address can control the server. */
  static async start(
    server: ServerView,
    { port = 0 }: ServerPageOptions = {},
  ): Promise<ServerPage> {
    const feed = new LiveFeed();
    feed.set("server", { url: server.url });
    const live = await startLiveServer({
      port,
      routes: {
        ...pageRoutes({
          title: "Plumbline: a server",
          body: SERVE_BODY,
          style: SERVE_STYLE,
          program: PROGRAM,
          modules: {
            "serve/detail.js": DETAIL,
            "serve/mutants.js": MUTANTS,
            "serve/objects.js": OBJECTS,
            "serve/requests.js": REQUESTS,
            "serve/rule_form.js": RULE_FORM,
            "serve/rules.js": RULES,
            "serve/table.js": TABLE,
            "serve/watches.js": WATCHES,
          },
        }),
        ...serverRoutes(server),
        "GET /events": (request) => feed.response(request),
      },
    });
    return new ServerPage(server, feed, live);
  }

  private constructor(server: ServerView, feed: LiveFeed, live: LiveServer) {
    this.#state = new ServerState(server);
    this.#feed = feed;
    this.#server = live;
    this.#timer = setInterval(() => {
      // Without a reader there is nothing to update.
      if (this.#feed.readers > 0) this.#updating ??= this.#update();
    }, UPDATE_INTERVAL);
  }

  /** The address of the page with the token. */
  get address(): string {
    return this.#server.address;
  }

  async #update(): Promise<void> {
    for (const [type, data] of await this.#state.changes()) this.#feed.set(type, data);
    this.#updating = undefined;
  }

  /** Closes the page and notifies open browser windows. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#updating;
    this.#feed.end();
    await this.#server.close();
  }

  /** Closes the page. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}
