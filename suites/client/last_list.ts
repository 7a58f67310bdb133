/**
 * The last list that a server answered. Asked for again, it shows whether a server that leaves requests
 * waiting does so with all of them, or with those that it does not understand.
 *
 * @module
 */
import { placeOf } from "./request_place.ts";

/** A request, as far as it shows what it asks for. */
interface Asked {
  readonly method: string;
  /** With the query. */
  readonly path: string;
}

/** What is not answered alike each time. */
const OF_A_MOMENT = /[?&](?:watch|resourceVersion|continue)=/;

/** Keeps the last list that was answered. */
export class LastList<Request extends Asked> {
  #list: Request | undefined;

  /** Notes that a request was answered with this status. */
  answered(request: Request, status: number): void {
    const { method, path } = request;
    const isList = status === 200 && method === "GET" && !OF_A_MOMENT.test(path) &&
      placeOf(path.split("?")[0]!)?.name === "";
    if (isList) this.#list = request;
  }

  /**
   * Asks for the list again.
   *
   * @param send Returns the status; throws an error if no answer comes.
   * @returns true if it is answered as before
   */
  async isAnswered(send: (list: Request) => Promise<number>): Promise<boolean> {
    if (this.#list === undefined) return false;
    try {
      return await send(this.#list) === 200;
    } catch {
      return false;
    }
  }
}
