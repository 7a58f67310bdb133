/**
 * The seams: the named parts a server is put together of, each of which can be changed before it
 * is put in. Without changes the parts are put in as they are, so that nothing is slower for it.
 *
 * @module
 */
import type { Authenticator, impersonate } from "./access/authentication.ts";
import type { Authorizer } from "./access/authorization.ts";
import type { appearanceOf, encode, refuse } from "./http/response.ts";
import type { RequestContext } from "./context.ts";
import type { readRequestInfo } from "./http/request.ts";
import type { JsonObject } from "./object.ts";
import type { ContinueTokens } from "./registry/continue_token.ts";
import type { Admission } from "./registry/registry.ts";
import type { ResourceDefinition } from "./registry/resource.ts";
import type { Steps } from "./registry/steps.ts";
import type { Verbs } from "./registry/verbs.ts";
import type { Sources } from "./sources.ts";
import type { Storage } from "./storage/storage.ts";

/** What every request passes before and after its verb. */
export interface Exchange {
  /** Answers what needs no credentials; undefined for everything else. */
  readonly health: (path: string, query: URLSearchParams) => Response | undefined;
  readonly authenticate: Authenticator;
  readonly impersonate: typeof impersonate;
  readonly readRequestInfo: typeof readRequestInfo;
  /** Called with each request whose sender is known, before it is authorized; throws to refuse. */
  readonly receive?: (context: RequestContext) => Promise<void> | undefined;
  /** Documents that tell what there is, by path. */
  readonly discovery: (path: string) => JsonObject | undefined;
  /** The form of the answer. */
  readonly appearanceOf: typeof appearanceOf;
  readonly encode: typeof encode;
  /** The answer to a request that is refused. */
  readonly refuse: typeof refuse;
}

/** The whole of the server, seen from the connection. */
export interface Wire {
  /** Answers a request. */
  readonly answer: (request: Request) => Promise<Response>;
}

/** The parts by name. */
export interface Parts {
  /** Time and chance. */
  readonly sources: Sources;
  /** What is kept; the objects a server starts with are in it already. */
  readonly storage: Storage;
  /** Who may do what. */
  readonly authorizer: Authorizer;
  /** What has a say in writes beyond the object. */
  readonly admission: Admission;
  readonly tokens: ContinueTokens;
  /** One resource; asked for each of them. */
  readonly resource: ResourceDefinition;
  readonly verbs: Verbs;
  readonly steps: Steps;
  readonly exchange: Exchange;
  readonly wire: Wire;
}

/** Changes a part: returns what of it is to be different, made over the original. */
export type Change<Part> = (original: Part) => Partial<Part>;

/** A place where a part can be changed. */
export type Seam<Part> = (change: Change<Part>) => void;

/** All seams. */
export type Seams = { readonly [Name in keyof Parts]: Seam<Parts[Name]> };

/** Gives a part as it is to be put in. */
export type Assembly = <Name extends keyof Parts>(name: Name, original: Parts[Name]) => Parts[Name];

/** The changes of each part, in the order they were asked for. */
type Changes = { readonly [Name in keyof Parts]: Change<Parts[Name]>[] };

/** Lets each installer make its changes; a later one is made over the earlier ones. */
export function assemble(installers: readonly ((seams: Seams) => void)[]): Assembly {
  const changes: Changes = {
    sources: [],
    storage: [],
    authorizer: [],
    admission: [],
    tokens: [],
    resource: [],
    verbs: [],
    steps: [],
    exchange: [],
    wire: [],
  };
  const seams: Seams = {
    sources: (change) => void changes.sources.push(change),
    storage: (change) => void changes.storage.push(change),
    authorizer: (change) => void changes.authorizer.push(change),
    admission: (change) => void changes.admission.push(change),
    tokens: (change) => void changes.tokens.push(change),
    resource: (change) => void changes.resource.push(change),
    verbs: (change) => void changes.verbs.push(change),
    steps: (change) => void changes.steps.push(change),
    exchange: (change) => void changes.exchange.push(change),
    wire: (change) => void changes.wire.push(change),
  };
  for (const install of installers) install(seams);
  return (name, original) => {
    if (changes[name].length === 0) return original;
    // Methods of a class are bound first, so that a change can take them off the original.
    return changes[name].reduce((part, change) => over(part, change(part)), over(original, {}));
  };
}

/** An object with some members changed; the others work on the original. */
export function over<Part extends object>(original: Part, changed: Partial<Part>): Part {
  return { ...methodsOf(original), ...original, ...changed };
}

/** The methods an object has from its class, bound to it. */
function methodsOf(object: object): Record<string, unknown> {
  const methods: Record<string, unknown> = {};
  for (
    let prototype = Object.getPrototypeOf(object);
    prototype && prototype !== Object.prototype;
    prototype = Object.getPrototypeOf(prototype)
  ) {
    for (const name of Object.getOwnPropertyNames(prototype)) {
      const method = Reflect.get(prototype, name, object);
      if (name !== "constructor" && typeof method === "function" && !(name in methods)) {
        methods[name] = method.bind(object);
      }
    }
  }
  return methods;
}
