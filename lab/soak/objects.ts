/**
 * The objects of a soak, as its clients know them.
 *
 * @module
 */

/** The user that meets the injected faults; the administrator meets none. */
export const WORKER = "worker";
/** The token of that user. */
export const WORKER_TOKEN = "worker-token";

/** The path of the objects. */
export const OBJECTS = "/api/v1/namespaces/default/configmaps";

/** What a soak knows of an object. */
export interface State {
  readonly content: string;
  readonly uid: string;
  readonly version: string;
}

/** An object as the server sends it. */
interface Sent {
  readonly metadata: {
    readonly name: string;
    readonly uid: string;
    readonly resourceVersion: string;
  };
  readonly data?: { readonly content?: string };
}

/** Returns what a soak knows of an object. */
export const stateOf = ({ metadata: { uid, resourceVersion }, data }: Sent): State => ({
  content: data?.content ?? "",
  uid,
  version: resourceVersion,
});

/** Returns the objects of a list by name. */
export const statesIn = ({ items = [] }: { items?: readonly Sent[] }): Map<string, State> =>
  new Map(items.map((item) => [item.metadata.name, stateOf(item)]));

/** Returns the differences of two states, one text each. */
export function differences(
  expected: ReadonlyMap<string, State>,
  actual: ReadonlyMap<string, State>,
): string[] {
  const names = new Set([...expected.keys(), ...actual.keys()]);
  return [...names].flatMap((name) => {
    const [wanted, found] = [expected.get(name), actual.get(name)].map((state) =>
      state ? JSON.stringify(state) : "absent"
    );
    return wanted === found ? [] : [`${name}: expected ${wanted}, found ${found}`];
  });
}
