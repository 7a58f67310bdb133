/**
 * The stand-in of a kubelet: what a kube-apiserver asks for logs, commands and ports of a Pod. It is
 * the mock server with the paths and parameters of a kubelet, so the same containers are reached
 * through a kube-apiserver and in the mock server.
 *
 * @module
 */
import { type ContainerPlayer, type Plugin, startServer } from "@plumbline/reference";
import { sendJson } from "../client/send.ts";
import type { Target } from "../client/target.ts";

/** A Pod that runs on the stand-in. */
export interface RunningPod {
  /** Ends its containers. */
  end(): Promise<void>;
  /** Removes Pod and node, and ends the stand-in. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** The subresources of Pods, by the first segment of a kubelet's path. */
const SUBRESOURCES: Readonly<Record<string, string>> = {
  ...{ containerLogs: "log", exec: "exec", attach: "attach", portForward: "portforward" },
};

/** The parameters of the API, by a kubelet's. */
const PARAMETERS: Readonly<Record<string, string>> = {
  ...{ input: "stdin", output: "stdout", error: "stderr" },
};

/** Returns the URL of the API for one of a kubelet; the same URL for any other. */
export function apiUrl(url: string): string {
  const { origin, pathname, searchParams } = new URL(url);
  const [first = "", namespace, pod, container] = pathname.slice(1).split("/");
  const subresource = SUBRESOURCES[first];
  if (subresource === undefined) return url;
  const query = new URLSearchParams(container === undefined ? {} : { container });
  for (const [name, value] of searchParams) query.append(PARAMETERS[name] ?? name, value);
  return `${origin}/api/v1/namespaces/${namespace}/pods/${pod}/${subresource}?${query}`;
}

const ADMINISTRATOR = { name: "admin", uid: "", groups: ["system:masters"], extra: {} };

const asKubelet: Plugin = {
  name: "kubelet",
  install(parts) {
    parts.wire(({ answer }) => ({
      answer(request) {
        // The request keeps its connection, which a copy of it would not have.
        Object.defineProperty(request, "url", { value: apiUrl(request.url) });
        return answer(request);
      },
    }));
    // A kube-apiserver sends no token to kubelets, and checked its client itself.
    parts.exchange(() => ({ authenticate: () => ADMINISTRATOR }));
  },
};

/** A Pod, as a manifest has it. */
export interface StatedPod {
  readonly apiVersion: "v1";
  readonly kind: "Pod";
  readonly metadata: { readonly name: string };
  readonly spec: { readonly containers: readonly object[] };
}

/** A Pod whose containers run. */
interface Started {
  readonly status: { readonly phase?: string; readonly containerStatuses?: readonly object[] };
}

/** Runs a Pod, of the namespace `default`, of a kube-apiserver on a node that is a stand-in. */
export async function runPod(
  target: Target,
  pod: StatedPod,
  play: ContainerPlayer,
): Promise<RunningPod> {
  const kubelet = await startServer({
    ...{ play: ["pods-run", play], plugins: [asKubelet], tls: true },
  });
  await kubelet.create(pod);
  await kubelet.settled();
  const { name } = pod.metadata;
  const node = `stand-in-${kubelet.port}`;
  const pods = "/api/v1/namespaces/default/pods";
  const request = async (method: string, path: string, body?: unknown) => {
    const answer = await sendJson(target, { method, path, body });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  await request("POST", "/api/v1/nodes", {
    ...{ apiVersion: "v1", kind: "Node", metadata: { name: node } },
    status: {
      addresses: [{ type: "InternalIP", address: "127.0.0.1" }],
      daemonEndpoints: { kubeletEndpoint: { Port: kubelet.port } },
    },
  });
  const { spec } = pod;
  const created = await request("POST", pods, { ...pod, spec: { ...spec, nodeName: node } });
  const { status: { phase, containerStatuses } } = await kubelet.get<Started>("Pod", name) ??
    { status: {} };
  await request("PUT", `${pods}/${name}/status`, {
    ...created,
    status: { phase, containerStatuses },
  });
  return {
    end: async () => void await kubelet.delete("Pod", name),
    async [Symbol.asyncDispose]() {
      await request("DELETE", `${pods}/${name}?gracePeriodSeconds=0`);
      await request("DELETE", `/api/v1/nodes/${node}`);
      await kubelet.close();
    },
  };
}
