/**
 * Writes down what a run asks to be allowed.
 *
 * @module
 */
import type {
  HttpClient,
  HttpRequest,
  HttpResponse,
  Transcript,
  WatchStream,
} from "../client/http_client.ts";
import type { Target } from "../client/target.ts";
import { type Access, accessesOf } from "./access.ts";

/** A request of the current identity, and the permissions it needs. */
export interface Recorded {
  readonly ask: HttpRequest;
  readonly status: number;
  readonly accesses: readonly Access[];
}

/** Returns the target with a callback for every request of the current identity. */
export function recording(target: Target, told: (recorded: Recorded) => void): Target {
  return { ...target, client: new RecordingClient(target, told) };
}

class RecordingClient implements HttpClient {
  readonly #target: Target;
  readonly #told: (recorded: Recorded) => void;

  constructor(target: Target, told: (recorded: Recorded) => void) {
    this.#target = target;
    this.#told = told;
  }

  get requests(): number {
    return this.#target.client.requests;
  }

  async send(ask: HttpRequest, transcript?: Transcript): Promise<HttpResponse> {
    const answer = await this.#target.client.send(ask, transcript);
    this.#tell(ask, answer);
    return answer;
  }

  async watch(
    ask: Omit<HttpRequest, "method" | "body">,
    transcript?: Transcript,
  ): Promise<WatchStream> {
    const stream = await this.#target.client.watch(ask, transcript);
    this.#tell({ ...ask, method: "GET", query: { watch: "1", ...ask.query } }, stream.answer);
    return stream;
  }

  close(): void {
    this.#target.client.close();
  }

  #tell(ask: HttpRequest, { status }: HttpResponse): void {
    const { identities: [acting], dialect } = this.#target;
    if (ask.identity !== undefined && ask.identity !== acting.name) return;
    const accesses = accessesOf(ask, dialect);
    const [{ verb, resource }] = accesses as [Access];
    // A PUT or a PATCH that made an object was asked for both.
    const made = status === 201 && (verb === "update" || verb === "patch");
    const all = made ? [...accesses, { verb: "create", resource }] : accesses;
    this.#told({ ask, status, accesses: all });
  }
}
