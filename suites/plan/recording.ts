/**
 * Records the permissions that the requests of a run need.
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
  readonly request: HttpRequest;
  readonly status: number;
  readonly accesses: readonly Access[];
}

/** Returns the target with a callback for every request of the current identity. */
export function recording(target: Target, onRequest: (recorded: Recorded) => void): Target {
  return { ...target, client: new RecordingClient(target, onRequest) };
}

class RecordingClient implements HttpClient {
  readonly #target: Target;
  readonly #onRequest: (recorded: Recorded) => void;

  constructor(target: Target, onRequest: (recorded: Recorded) => void) {
    this.#target = target;
    this.#onRequest = onRequest;
  }

  get requests(): number {
    return this.#target.client.requests;
  }

  async send(request: HttpRequest, transcript?: Transcript): Promise<HttpResponse> {
    const response = await this.#target.client.send(request, transcript);
    this.#tell(request, response);
    return response;
  }

  async watch(
    request: Omit<HttpRequest, "method" | "body">,
    transcript?: Transcript,
  ): Promise<WatchStream> {
    const stream = await this.#target.client.watch(request, transcript);
    this.#tell(
      { ...request, method: "GET", query: { watch: "1", ...request.query } },
      stream.response,
    );
    return stream;
  }

  close(): void {
    this.#target.client.close();
  }

  #tell(request: HttpRequest, { status }: HttpResponse): void {
    const { identities: [acting], dialect } = this.#target;
    if (request.identity !== undefined && request.identity !== acting.name) return;
    const accesses = accessesOf(request, dialect);
    const [{ verb, resource }] = accesses as [Access];
    // A PUT or PATCH that creates an object needs both permissions.
    const isCreate = status === 201 && (verb === "update" || verb === "patch");
    const all = isCreate ? [...accesses, { verb: "create", resource }] : accesses;
    this.#onRequest({ request, status, accesses: all });
  }
}
