/**
 * A client of a soak: it alone writes its objects, so that it knows what each request must answer.
 *
 * @module
 */
import { type JsonAnswer, type JsonRequest, trySend } from "../client/send.ts";
import type { Target } from "../client/target.ts";
import type { Random } from "../program/random.ts";
import { getOf, listOf } from "../requests/writes.ts";
import { type Content, contentOf, contentRequest, type ContentVerb } from "../requests/contents.ts";
import { differences, SOAK_OBJECTS, statesIn, WORKER } from "./objects.ts";

/** The number of objects of a worker. */
const NAMES = 20;

/** Options of a {@linkcode Worker}. */
export interface WorkerOptions {
  readonly target: Target;
  readonly random: Random;
  /** The value of the label `worker` of its objects. */
  readonly id: string;
  /** Resolves when the next request may be sent. */
  readonly turn: () => Promise<void>;
  /** Receives the status of each answer; 0 for none. */
  readonly onAnswer: (status: number) => void;
  /** Receives what is wrong. */
  readonly onViolation: (text: string) => void;
}

/** A client with a model of its objects. */
export class Worker {
  /** The objects that the server must have. */
  readonly model = new Map<string, Content>();
  readonly #options: WorkerOptions;
  #count = 0;

  /** Creates a client without objects. */
  constructor(options: WorkerOptions) {
    this.#options = options;
  }

  /** Does one thing, with one request or more. */
  async step(): Promise<void> {
    const { random, id } = this.#options;
    const name = `${id}-${random.below(NAMES)}`;
    const known = this.model.get(name);
    const action = random.below(20);
    if (action < 4) return await this.#get(name);
    if (action < 5) return await this.#list(500);
    if (action < 6) return await this.#list(7);
    if (!known) return await this.#write(name, action < 13 ? "create" : "apply");
    if (action < 9) return await this.#write(name, "apply");
    if (action < 12) return await this.#write(name, "update");
    if (action < 16) return await this.#write(name, "patch");
    await this.#write(name, "delete");
  }

  async #send(request: JsonRequest): Promise<JsonAnswer | undefined> {
    const { target, turn, onAnswer, onViolation } = this.#options;
    await turn();
    const answer = await trySend(target, { ...request, user: WORKER });
    onAnswer(answer?.status ?? 0);
    if (answer && answer.status >= 500 && answer.status !== 503) {
      onViolation(`${request.method} ${request.path} got ${answer.status}`);
    }
    return answer;
  }

  /** Returns an object as the server has it; absent where it has none. */
  async #read(name: string): Promise<Content | undefined> {
    for (;;) {
      const answer = await this.#send(getOf(`${SOAK_OBJECTS}/${name}`));
      if (answer?.status === 200) return contentOf(answer.body);
      if (answer?.status === 404) return undefined;
    }
  }

  async #get(name: string): Promise<void> {
    const found = await this.#read(name);
    this.#compare(name, found ? new Map([[name, found]]) : new Map(), [name]);
  }

  async #list(limit: number): Promise<void> {
    const { id } = this.#options;
    const found = new Map<string, Content>();
    for (let token = "";;) {
      const page = { labelSelector: `worker=${id}`, limit: String(limit), continue: token };
      const answer = await this.#send(listOf(SOAK_OBJECTS, page));
      if (answer?.status === 410) {
        found.clear();
        token = "";
      }
      if (answer?.status !== 200) continue;
      for (const [name, state] of statesIn(answer.body)) found.set(name, state);
      token = answer.body.metadata.continue ?? "";
      if (token === "") break;
    }
    this.#compare("the list", found, [...this.model.keys(), ...found.keys()]);
  }

  #compare(what: string, found: ReadonlyMap<string, Content>, names: readonly string[]): void {
    const expected = new Map([...this.model].filter(([name]) => names.includes(name)));
    for (const text of differences(expected, found)) {
      this.#options.onViolation(`${what} differs: ${text}`);
    }
  }

  async #write(
    name: string,
    verb: ContentVerb,
  ): Promise<void> {
    const { id, random, onViolation } = this.#options;
    const before = this.model.get(name);
    const content = `${id}-${this.#count++}`;
    const answer = await this.#send(contentRequest(verb, {
      ...{ collection: SOAK_OBJECTS, name, content },
      filling: random.below(1_000),
      labels: { worker: id },
      version: verb === "update" ? before!.version : undefined,
    }));
    const status = answer?.status ?? 0;
    if (status >= 200 && status < 300) {
      if (verb === "delete") this.model.delete(name);
      else {
        const written = contentOf(answer!.body);
        const isKept = before === undefined || before.uid === written.uid;
        if (written.content !== content || !isKept) {
          onViolation(`a ${verb} of ${name} answers ${JSON.stringify(written)} for ${content}`);
        }
        this.model.set(name, written);
      }
    } else if (answer === undefined) {
      // The connection was cut: the request was processed or not.
      const now = await this.#read(name);
      const isDone = verb === "delete" ? now === undefined : now?.content === content;
      const isUndone = JSON.stringify(now) === JSON.stringify(before);
      if (!isDone && !isUndone) {
        onViolation(`a cut ${verb} of ${name} has left ${JSON.stringify(now)}`);
      }
      if (now) this.model.set(name, now);
      else this.model.delete(name);
    } else if (![409, 429, 503].includes(status) || (status === 409 && verb === "create")) {
      onViolation(`a ${verb} of ${name} got ${status}`);
    }
  }
}
