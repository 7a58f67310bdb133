/**
 * The errors with which a connection ends: what the target answered, and what to do.
 *
 * @module
 */
import { type HttpResponse, TargetUnreachable } from "../client/http_client.ts";
import type { Redactor } from "../client/evidence.ts";
import { WANTS_TLS, withScheme } from "../client/unreachable.ts";
import { objectOf, textOf } from "../resources/discovered/json.ts";

/** Thrown if the target rejects the credentials. */
export class CredentialsRejected extends Error {
  /** The class of the error. */
  override readonly name = "CredentialsRejected";
}

/** Thrown if the target knows the current identity, and does not let it do what a run must. */
export class PermissionMissing extends Error {
  /** The class of the error. */
  override readonly name = "PermissionMissing";
}

/** The server and the identity of a request. */
export interface Caller {
  readonly url: string;
  /** The name of the identity. */
  readonly identity: string;
  /** True if it has a token or a client certificate. */
  readonly isKnown: boolean;
  /** True for an identity beside the current one. @default {false} */
  readonly isSecond?: boolean;
  /** Removes the credentials from a response that repeats them. */
  readonly redactor: Redactor;
}

/** What a request needs, in words of RBAC. */
export interface Permission {
  readonly verb: string;
  /** A resource with its group, or a path. */
  readonly resource: string;
  readonly namespace?: string | undefined;
}

/** Characters of a response in a message. */
const SHOWN = 200;

/** Statuses of a server that cannot serve now. */
const BUSY: readonly number[] = [429, 502, 503, 504];

/** Throws for a 401, for a server that cannot answer now, and for one that expects TLS. */
export function expectAnswer(caller: Caller, path: string, response: HttpResponse): void {
  const { url, identity, isKnown, isSecond } = caller;
  const { status, text } = response;
  if (status === 401) {
    const rejected = isKnown || isSecond
      ? `the credentials of "${identity}"`
      : "requests without credentials";
    const advice = isSecond
      ? `. Give its token with --identity ${identity}=TOKEN`
      : isKnown
      ? ". Give others with --token or --kubeconfig"
      : ". Give --token or --kubeconfig";
    throw new CredentialsRejected(`${url} rejects ${rejected}: 401 for GET ${path}${advice}`);
  }
  if (status === 400 && WANTS_TLS.test(text)) {
    const secure = withScheme(new URL(url), "https:");
    throw new TargetUnreachable(
      `Cannot reach ${url}: the server requires TLS. Did you mean ${secure}?`,
    );
  }
  if (BUSY.includes(status)) {
    throw new TargetUnreachable(
      `${url} cannot serve now: ${status} for GET ${path}: ${shownText(response, caller)}`,
    );
  }
}

/** Returns the error for a 403: what is missing, and how to grant it. */
export function forbidden(
  caller: Caller,
  { verb, resource, namespace }: Permission,
  path: string,
  response: HttpResponse,
): CredentialsRejected | PermissionMissing {
  const { url, identity, isKnown, redactor } = caller;
  const message = textOf(objectOf(response.json).message);
  const method = verb === "create" ? "POST" : "GET";
  const answer = `403 for ${method} ${path}` +
    (message === undefined ? "" : `: ${clipped(redactor.text(message))}`);
  if (!isKnown) {
    return new CredentialsRejected(
      `${url} forbids requests without credentials: ${answer}. Give --token or --kubeconfig`,
    );
  }
  // Servers that let anybody in take a token that they do not know for none.
  if (/system:anonymous/.test(message ?? "")) {
    return new CredentialsRejected(
      `${url} does not know the credentials of "${identity}": ${answer}. ` +
        "Give others with --token or --kubeconfig",
    );
  }
  const place = namespace === undefined ? "" : ` in the namespace "${namespace}"`;
  const advice = resource.startsWith("/")
    ? `Grant ${verb} on the nonResourceURLs /api, /api/*, /apis and /apis/*`
    : `Grant ${verb} on ${resource}${place}`;
  return new PermissionMissing(
    `${url} forbids "${identity}" to ${verb} ${resource}${place}: ${answer}. ${advice}; ` +
      "check --plan prints a role with all that a run needs",
  );
}

/** What to do where no document lists types. */
export const NAME_A_TYPE =
  "If it serves types that it does not list, name one, as --type pods.v1 or --type widgets.v1.example.com";

/** Returns the error for a server that is no API server, with what it answered. */
export function noApi(caller: Caller, path: string, response: HttpResponse): TargetUnreachable {
  const { url } = caller;
  const type = response.headers.get("content-type")?.split(";")[0] ?? "no content type";
  const isPage = type === "text/html";
  const advice = isPage ? ". Is there a proxy or a login page before it?" : `. ${NAME_A_TYPE}`;
  return new TargetUnreachable(
    `${url} answers, but not like a server of this API: ` +
      `${response.status} ${type} for GET ${path}: ${shownText(response, caller)}${advice}`,
  );
}

/** Returns the title of a page, or the beginning of another body. */
function shownText({ text }: HttpResponse, { redactor }: Caller): string {
  const clean = redactor.text(text.slice(0, 16_384));
  const title = /<title>\s*([^<]+?)\s*<\/title>/i.exec(clean)?.[1];
  const shown = title === undefined ? clean.trim() : `a page "${title}"`;
  return shown === "" ? "an empty body" : clipped(shown);
}

function clipped(text: string): string {
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}
