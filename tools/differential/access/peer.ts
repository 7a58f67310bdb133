/**
 * A real server of this interface whose roles and bindings can be set.
 *
 * @module
 */
import type { ApiObject, JsonObject } from "../../../server/object.ts";

/** An answer of the peer. */
export interface PeerAnswer {
  readonly status: number;
  readonly body: JsonObject;
  readonly headers: Headers;
}

/** A request to the peer. */
export interface PeerRequest {
  readonly method: string;
  readonly path: string;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Where roles and bindings live in the `kubernetes` dialect. */
export const RBAC = "/apis/rbac.authorization.k8s.io/v1";

const PLURALS: Readonly<Record<string, string>> = {
  ClusterRole: "clusterroles",
  ClusterRoleBinding: "clusterrolebindings",
  Role: "roles",
  RoleBinding: "rolebindings",
};

/** The collection a role or binding belongs to. */
export const collectionOf = ({ kind, metadata: { namespace } }: ApiObject): string =>
  `${RBAC}/${namespace ? `namespaces/${namespace}/` : ""}${PLURALS[kind]}`;

/** A real server, with the tokens that the recipe in the peers' folder gives it. */
export class Peer implements Disposable {
  readonly #client: Deno.HttpClient;
  readonly #url: string;

  /** @param options `URL --ca FILE` as on the command line */
  constructor(options: readonly string[]) {
    this.#url = options[0] ?? "";
    const ca = options[options.indexOf("--ca") + 1] ?? "";
    this.#client = Deno.createHttpClient({ caCerts: [Deno.readTextFileSync(ca)] });
  }

  /** Sends a request, as the administrator unless it says otherwise. */
  async send(
    { method, path, token = "admin-token", headers = {}, body }: PeerRequest,
  ): Promise<PeerAnswer> {
    const response = await fetch(new URL(path, this.#url), {
      client: this.#client,
      method,
      headers: {
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: parse(text), headers: response.headers };
  }

  /** Creates what must be creatable; what is there already is left as it is. */
  async create(path: string, body: unknown): Promise<void> {
    const { status, body: answer } = await this.send({ method: "POST", path, body });
    if (status !== 201 && status !== 409) throw new Error(JSON.stringify(answer));
  }

  /** Creates roles and bindings and waits until decisions know of them. */
  async apply(policy: readonly ApiObject[], fence: string): Promise<void> {
    for (const object of [...policy, ...fenceOf(fence)]) {
      await this.create(collectionOf(object), object);
    }
    while (!await this.#knows(fence)) await new Promise((resolve) => setTimeout(resolve, 20));
  }

  /** Removes what `apply` created. */
  async remove(policy: readonly ApiObject[], fence: string): Promise<void> {
    for (const object of [...policy, ...fenceOf(fence)]) {
      const path = `${collectionOf(object)}/${object.metadata.name}`;
      await this.send({ method: "DELETE", path });
    }
  }

  /** Each kind is followed by itself, in order: the last of each kind tells of all before it. */
  async #knows(fence: string): Promise<boolean> {
    const answers = await Promise.all(
      [{ path: "/fence", verb: fence }, { namespace: FENCE, verb: fence, resource: "fences" }].map(
        (attributes) =>
          this.send({
            method: "POST",
            path: "/apis/authorization.k8s.io/v1/subjectaccessreviews",
            body: {
              spec: {
                user: fence,
                ["path" in attributes ? "nonResourceAttributes" : "resourceAttributes"]: attributes,
              },
            },
          }),
      ),
    );
    return answers.every(({ body }) => (body.status as JsonObject).allowed === true);
  }

  /** Lets go of the connections. */
  [Symbol.dispose](): void {
    this.#client.close();
  }
}

const FENCE = "default";

/** A role and a binding of either scope, for a user of their own. */
function fenceOf(name: string): ApiObject[] {
  const group = "rbac.authorization.k8s.io";
  const apiVersion = `${group}/v1`;
  const subjects = [{ kind: "User", apiGroup: group, name }];
  const role = (kind: string) => ({ apiGroup: group, kind, name });
  return [
    {
      kind: "ClusterRole",
      metadata: { name },
      rules: [{ verbs: [name], nonResourceURLs: ["/fence"] }],
    },
    {
      kind: "Role",
      metadata: { name, namespace: FENCE },
      rules: [{ verbs: [name], apiGroups: [""], resources: ["fences"] }],
    },
    { kind: "ClusterRoleBinding", metadata: { name }, roleRef: role("ClusterRole"), subjects },
    {
      kind: "RoleBinding",
      metadata: { name, namespace: FENCE },
      roleRef: role("Role"),
      subjects,
    },
  ].map((object) => ({ apiVersion, ...object }) as unknown as ApiObject);
}

function parse(text: string): JsonObject {
  try {
    return JSON.parse(text);
  } catch {
    return { text };
  }
}
