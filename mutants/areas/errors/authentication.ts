/**
 * Mutants of authentication.
 *
 * @module
 */
import { bugs } from "../../mutant.ts";
import { SUPERUSERS } from "@plumbline/server/access";
import { ApiError, badRequest, unauthorized, type User } from "@plumbline/server/api";
import { type Install, on, type Requests } from "../../vocabulary/on.ts";
import { responseOf } from "../../vocabulary/exchange.ts";
import { wrap } from "../../vocabulary/wrap.ts";

const OPERATIONS = [
  "get",
  "list",
  "list-all-namespaces",
  "watch",
  "create",
  "update",
  "patch",
  "delete",
  "deletecollection",
  "get-status",
  "update-status",
  "patch-status",
  "review",
];

const TRUSTED: User = { name: "system:gateway", uid: "", groups: [SUPERUSERS], extra: {} };
const ANONYMOUS: User = {
  name: "system:anonymous",
  uid: "",
  groups: ["system:unauthenticated"],
  extra: {},
};

const hasCredentials = ({ headers }: Request) => headers.has("authorization");

/** Authenticates some requests without credentials as a superuser. */
function withoutCredentials(isOpen: (request: Request) => boolean): Install {
  return wrap(
    "exchange",
    "authenticate",
    ({ authenticate }, request) =>
      !hasCredentials(request) && isOpen(request) ? TRUSTED : authenticate(request),
  );
}

/** Answers some unauthenticated requests with 403 in place of 401. */
const forbidding = (requests: Requests, isForbidden: (request: Request) => boolean): Install =>
  requests.replace(
    401,
    (response, { request }) =>
      isForbidden(request) ? responseOf(new ApiError("Forbidden", "no permission")) : response,
  );

/** Authenticates a request as the first known user whose credentials match. */
function matchingCredentials(matches: (sent: string, known: string) => boolean): Install {
  return ({ exchange }) =>
    exchange(({ authenticate }) => {
      const callers = new Map<string, User>();
      return {
        authenticate(request) {
          const sent = request.headers.get("authorization") ?? "";
          const found = callers.entries().find(([known]) => matches(sent, known));
          if (found) return found[1];
          const user = authenticate(request);
          callers.set(sent, user);
          return user;
        },
      };
    });
}

/** What a server violates that accepts a token which it has not issued. */
const TOKEN_ACCEPTED = [
  "errors.unknown-token-rejected",
  ...OPERATIONS.map((name) => `errors.unknown-${name}`),
] as const;

export const authenticationMutants = bugs({
  "errors/basic-status-update-forbidden": {
    description: "An update of a status with a `Basic` header is forbidden, not unauthenticated.",
    reason: "Any header is taken for credentials, of a user without permissions.",
    breaks: "errors.missing-update-status",
    install: forbidding(
      on("update deployments/status"),
      ({ headers }) => /^basic /i.test(headers.get("authorization") ?? ""),
    ),
  },
  "errors/deletecollection-without-token-forbidden": {
    description: "A deletecollection without credentials is forbidden, not unauthenticated.",
    reason: "What deletes much is refused before its sender is known.",
    breaks: "errors.missing-deletecollection",
    install: forbidding(on("deletecollection"), (request) => !hasCredentials(request)),
  },
  "errors/next-pages-unauthenticated": {
    description: "A list with a `continue` token is answered without credentials.",
    reason: "The token is signed, and only who was let in could get one.",
    breaks: "errors.missing-list",
    install: withoutCredentials(({ url, method }) =>
      method === "GET" && (new URL(url).searchParams.get("continue") ?? "") !== ""
    ),
  },
  "errors/dry-deletions-unauthenticated": {
    description: "A dry-run delete is answered without credentials.",
    reason: "A dry run changes nothing, and was taken for a read of a public document.",
    breaks: ["errors.missing-delete", "errors.missing-deletecollection"],
    install: withoutCredentials(({ url, method }) =>
      method === "DELETE" && new URL(url).searchParams.get("dryRun") === "All"
    ),
  },
  "errors/metadata-alone-unauthenticated": {
    description: "A get or list of the metadata alone is answered without credentials.",
    reason: "Metadata were considered public.",
    breaks: ["errors.missing-get", "errors.missing-list"],
    install: withoutCredentials(({ method, headers }) =>
      method === "GET" && (headers.get("accept") ?? "").includes("as=PartialObjectMetadata")
    ),
  },
  "errors/unknown-token-is-anonymous": {
    description:
      "A request with an unknown token is treated as anonymous and answered with 403 instead " +
      "of 401.",
    reason: "Users that cannot be authenticated are treated as anonymous.",
    breaks: ["errors.unknown-get", ...OPERATIONS.slice(1).map((name) => `errors.unknown-${name}`)],
    install: wrap("exchange", "authenticate", ({ authenticate }, request) => {
      if (!hasCredentials(request)) return authenticate(request);
      try {
        return authenticate(request);
      } catch {
        return ANONYMOUS;
      }
    }),
  },
  "errors/last-caller-remembered": {
    description: "A request without credentials is attributed to the last authenticated user.",
    reason: "The identity is stored per connection, and a proxy shares connections.",
    breaks: [
      "errors.missing-credentials-unauthorized",
      "errors.unauthenticated-changes-nothing",
      ...OPERATIONS.map((name) => `errors.missing-${name}`),
    ],
    install({ exchange }) {
      exchange(({ authenticate }) => {
        let last: User | undefined;
        return {
          authenticate(request) {
            if (!hasCredentials(request) && last) return last;
            return last = authenticate(request);
          },
        };
      });
    },
  },
  "errors/status-writes-unauthenticated": {
    description: "`/status` can be written without credentials.",
    reason: "Controllers once ran next to the server and used a separate path.",
    breaks: [
      "errors.missing-update-status",
      "errors.missing-patch-status",
      "errors.unauthenticated-changes-nothing",
      "errors.missing-credentials-unauthorized",
    ],
    install: withoutCredentials(
      ({ method, url }) => method !== "GET" && new URL(url).pathname.endsWith("/status"),
    ),
  },
  "errors/bindings-of-all-namespaces-unauthenticated": {
    description: "RoleBindings of all namespaces can be listed without credentials.",
    reason: "The path across all namespaces was registered by hand, before the filters.",
    breaks: ["errors.missing-list-all-namespaces", "errors.missing-credentials-unauthorized"],
    install: withoutCredentials(({ method, url }) =>
      method === "GET" && new URL(url).pathname.endsWith("/v1/rolebindings") &&
      !new URL(url).searchParams.has("watch")
    ),
  },
  "errors/watches-unauthenticated": {
    description: "A watch can be opened without credentials.",
    reason: "Streams have a handler in front of the filter chain.",
    breaks: ["errors.missing-watch", "errors.missing-credentials-unauthorized"],
    install: withoutCredentials(({ url }) => new URL(url).searchParams.has("watch")),
  },
  "errors/reviews-unauthenticated": {
    description: "Access reviews are answered without credentials.",
    reason: "A review changes nothing, and other servers call it by webhook.",
    breaks: ["errors.missing-review", "errors.missing-credentials-unauthorized"],
    install: withoutCredentials(({ url }) => new URL(url).pathname.endsWith("accessreviews")),
  },
  "errors/deletecollection-unauthenticated": {
    description: "`deletecollection` with a `labelSelector` needs no credentials.",
    reason: "The routes that need authentication are listed, and this one was added later.",
    breaks: [
      "errors.missing-deletecollection",
      "errors.unauthenticated-changes-nothing",
      "errors.missing-credentials-unauthorized",
    ],
    install: withoutCredentials(
      ({ method, url }) => method === "DELETE" && new URL(url).searchParams.has("labelSelector"),
    ),
  },
  "errors/patched-before-401": {
    description: "A patch with an unknown token is executed and then answered with 401.",
    reason: "The token is verified by another service while the request is processed.",
    breaks: "errors.unauthenticated-changes-nothing",
    install(parts) {
      const late = new WeakSet<Request>();
      wrap("exchange", "authenticate", ({ authenticate }, request) => {
        try {
          return authenticate(request);
        } catch (error) {
          if (request.method !== "PATCH" || !hasCredentials(request)) throw error;
          late.add(request);
          return TRUSTED;
        }
      })(parts);
      wrap("wire", "answer", async ({ answer }, request) => {
        const done = await answer(request);
        if (!late.has(request)) return done;
        await done.body?.cancel();
        const refusal = unauthorized("Unauthorized");
        return Response.json(refusal.toStatus(""), { status: 401 });
      })(parts);
    },
  },
  "errors/token-prefix-accepted": {
    description: "A prefix of a valid token is accepted.",
    reason: "Tokens are looked up by prefix in a sorted list, and the rest is not compared.",
    breaks: TOKEN_ACCEPTED,
    install: matchingCredentials((sent, known) => sent.length > 8 && known.startsWith(sent)),
  },
  "errors/token-suffix-ignored": {
    description: "A valid token followed by other characters is accepted.",
    reason: "Tokens are stored in a fixed-width column, and the sent value is truncated to it.",
    breaks: TOKEN_ACCEPTED,
    install: matchingCredentials((sent, known) => known !== "" && sent.startsWith(known)),
  },
  "errors/token-in-any-case": {
    description: "Tokens are compared without case.",
    reason: "The scheme name is case-insensitive, and the whole header is converted to lower case.",
    breaks: TOKEN_ACCEPTED,
    install: matchingCredentials((sent, known) => sent.toLowerCase() === known.toLowerCase()),
  },
  "errors/token-of-any-scheme": {
    description: "A watch is authenticated by a valid token after any word.",
    reason: "Streams read the token as what follows the first space of the header.",
    breaks: ["errors.missing-watch", "errors.missing-credentials-unauthorized"],
    install: wrap("exchange", "authenticate", ({ authenticate }, request) => {
      const sent = request.headers.get("authorization") ?? "";
      const [, token] = /^[A-Z][a-z]+ (.+)$/.exec(sent) ?? [];
      const watches = new URL(request.url).searchParams.has("watch");
      if (token === undefined || !watches) return authenticate(request);
      const headers = new Headers(request.headers);
      headers.set("authorization", `Bearer ${token}`);
      return authenticate(new Request(request, { headers }));
    }),
  },
  "errors/token-of-longer-scheme": {
    description: "A scheme whose name ends in `Bearer` authenticates.",
    reason: "The pattern of the header is not anchored to its beginning.",
    breaks: [
      "errors.missing-credentials-unauthorized",
      ...OPERATIONS.map((name) => `errors.missing-${name}`),
    ],
    install: wrap("exchange", "authenticate", ({ authenticate }, request) => {
      const sent = request.headers.get("authorization") ?? "";
      const [bearer] = /bearer .+$/i.exec(sent) ?? [];
      if (bearer === undefined || bearer === sent) return authenticate(request);
      const headers = new Headers(request.headers);
      headers.set("authorization", bearer);
      return authenticate(new Request(request, { headers }));
    }),
  },
  "errors/watch-of-all-namespaces-unauthenticated": {
    description:
      "A watch of RoleBindings in all namespaces with an unknown token gets 200 and no events.",
    reason: "The response begins before the credentials are verified.",
    breaks: "errors.unknown-watch",
    install: on("watch rolebindings").where(({ info }) => info.namespace === "").replace(
      401,
      () => new Response("", { headers: { "content-type": "application/json" } }),
    ),
  },
  "errors/unknown-type-before-401": {
    description: "A patch of an unknown media type with an unknown token is answered with 415.",
    reason: "The form of a patch is read before the caller is known, to choose its handler.",
    breaks: "errors.unknown-patch",
    install: on("patch").where(({ request }) =>
      !/json|yaml|protobuf/.test(request.headers.get("content-type") ?? "")
    ).turnError(401, { code: 415, reason: "UnsupportedMediaType" }),
  },
  "errors/malformed-body-before-401": {
    description: "A write without credentials whose body is no JSON is answered with 400.",
    reason: "Bodies are parsed as they arrive, before the caller is known.",
    breaks: ["errors.missing-create", "errors.missing-update", "errors.missing-patch"],
    install: on("create,update,patch").where(({ request }) => !hasCredentials(request))
      .handle(async (request) => {
        const isRead = await request.object() !== undefined;
        return isRead ? await request.next() : responseOf(badRequest("the body is no JSON"));
      }),
  },
});
