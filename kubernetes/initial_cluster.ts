/**
 * The objects with which a real server describes itself to the programs in its cluster.
 *
 * @module
 */
import type { InitialObject } from "@plumbline/server/access";
import type { Dialect } from "@plumbline/server/api";

const metadata = { name: "kubernetes", namespace: "default" };
const ports = [{ name: "https", port: 443, protocol: "TCP" }];

/** The address of the Service: the first one of the range. */
const ADDRESS = "10.96.0.1";
/** An address for documentation: nothing in the cluster can reach the server by it. */
const ENDPOINT = "192.0.2.1";

/** Returns the Service `kubernetes` with its endpoints, and the priorities of system pods. */
export const initialCluster = ({ suffix }: Dialect): readonly InitialObject[] => [
  {
    apiVersion: "v1",
    kind: "Service",
    metadata: { ...metadata, labels: { component: "apiserver", provider: "kubernetes" } },
    spec: {
      clusterIP: ADDRESS,
      clusterIPs: [ADDRESS],
      internalTrafficPolicy: "Cluster",
      ipFamilies: ["IPv4"],
      ipFamilyPolicy: "SingleStack",
      ports: ports.map((port) => ({ ...port, targetPort: 443 })),
      sessionAffinity: "None",
      type: "ClusterIP",
    },
    status: { loadBalancer: {} },
  },
  {
    apiVersion: "v1",
    kind: "Endpoints",
    metadata: { ...metadata, labels: { "endpointslice.kubernetes.io/skip-mirror": "true" } },
    subsets: [{ addresses: [{ ip: ENDPOINT }], ports }],
  },
  {
    apiVersion: `discovery.${suffix}/v1`,
    kind: "EndpointSlice",
    metadata: {
      ...metadata,
      labels: { "kubernetes.io/service-name": "kubernetes" },
      generation: 1,
    },
    addressType: "IPv4",
    endpoints: [{ addresses: [ENDPOINT], conditions: { ready: true } }],
    ports,
  },
  ...[["node", 2_000_001_000], ["cluster", 2_000_000_000]].map(([scope, value]) => ({
    apiVersion: `scheduling.${suffix}/v1`,
    kind: "PriorityClass",
    metadata: { name: `system-${scope}-critical`, generation: 1 },
    value: value!,
    preemptionPolicy: "PreemptLowerPriority",
    description: `Pods that the ${scope} needs to work.`,
  })),
];
