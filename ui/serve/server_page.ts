/**
 * The live page of a server: what it holds, who watches, what is asked of it, and what is to go
 * wrong.
 *
 * @module
 */
import { LiveFeed } from "../feed.ts";
import { pageRoutes } from "../page.ts";
import { type LiveServer, startLiveServer } from "../server.ts";
import { SERVE_BODY, SERVE_STYLE } from "./assets.ts";
import DETAIL from "../client/serve/detail.js" with { type: "text" };
import FAULTS from "../client/serve/faults.js" with { type: "text" };
import OBJECTS from "../client/serve/objects.js" with { type: "text" };
import PROGRAM from "../client/serve_program.js" with { type: "text" };
import REQUESTS from "../client/serve/requests.js" with { type: "text" };
import RULE_FORM from "../client/serve/rule_form.js" with { type: "text" };
import RULES from "../client/serve/rules.js" with { type: "text" };
import TABLE from "../client/serve/table.js" with { type: "text" };
import WATCHES from "../client/serve/watches.js" with { type: "text" };
import { serverRoutes } from "./server_routes.ts";
import { ServerState, type ShownServer } from "./server_state.ts";

/** Where a server's page is. */
export interface ServerPageOptions {
  /** The port on 127.0.0.1; 0 is a free one. @default {0} */
  readonly port?: number;
}

/** The page is told what changed so often, in milliseconds: a reader takes in no more. */
const OFTEN = 250;

/** The live page of a server, up until it is closed. */
export class ServerPage {
  readonly #feed = new LiveFeed();
  readonly #state: ServerState;
  readonly #server: LiveServer;
  readonly #timer: ReturnType<typeof setInterval>;
  #telling: Promise<void> | undefined;

  /** Starts to serve the page. Who sees it may do with the server what its page offers. */
  constructor(server: ShownServer, { port = 0 }: ServerPageOptions = {}) {
    this.#state = new ServerState(server);
    this.#feed.set("server", { url: server.url });
    this.#server = startLiveServer({
      port,
      routes: {
        ...pageRoutes({
          title: "Plumbline: a server",
          body: SERVE_BODY,
          style: SERVE_STYLE,
          program: PROGRAM,
          modules: {
            "serve/detail.js": DETAIL,
            "serve/faults.js": FAULTS,
            "serve/objects.js": OBJECTS,
            "serve/requests.js": REQUESTS,
            "serve/rule_form.js": RULE_FORM,
            "serve/rules.js": RULES,
            "serve/table.js": TABLE,
            "serve/watches.js": WATCHES,
          },
        }),
        ...serverRoutes(server),
        "GET /events": (request) => this.#feed.response(request),
      },
    });
    this.#timer = setInterval(() => {
      // While nobody looks, nothing is counted.
      if (this.#feed.readers > 0) this.#telling ??= this.#tell();
    }, OFTEN);
  }

  /** Where the page is, with the token that lets somebody in. */
  get address(): string {
    return this.#server.address;
  }

  async #tell(): Promise<void> {
    for (const [type, data] of await this.#state.changes()) this.#feed.set(type, data);
    this.#telling = undefined;
  }

  /** Ends the page: who looks at it is told so. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#telling;
    this.#feed.end();
    await this.#server.close();
  }

  /** Ends the page. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}
