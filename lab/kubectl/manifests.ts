/**
 * The files that the commands read.
 *
 * @module
 */

const pod = (color: string) =>
  `apiVersion: v1
kind: Pod
metadata: {name: web, labels: {app: web, color: ${color}}}
spec:
  containers:
  - {name: web, image: nginx:1, ports: [{containerPort: 80}], resources: {requests: {cpu: 100m}}}
`;

const deployment = (replicas: number, image: string) =>
  `apiVersion: apps/v1
kind: Deployment
metadata: {name: shop, labels: {app: shop}}
spec:
  replicas: ${replicas}
  selector: {matchLabels: {app: shop}}
  template:
    metadata: {labels: {app: shop}}
    spec: {containers: [{name: shop, image: "${image}"}]}
`;

const config = (name: string, value: string) =>
  `apiVersion: v1
kind: ConfigMap
metadata: {name: ${name}}
data: {color: ${value}}
`;

/** A certificate signing request of CN=kubectl, O=run. */
const REQUEST = [
  "LS0tLS1CRUdJTiBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0KTUlIYU1JR0NBZ0VBTUNBeEVEQU9CZ05WQkFN",
  "TUIydDFZbVZqZEd3eEREQUtCZ05WQkFvTUEzSjFiakJaTUJNRwpCeXFHU000OUFnRUdDQ3FHU000OUF3RUhB",
  "MElBQkN4WDJBTXlEQmYyeFpDZDlMTDNzazBMVVZ3R2NwOU9iZTM2CjBvZlhIRkdWUFk1QW9iY1VtQ29DNGZV",
  "L0lnU01OTmk0ZDU2NVZ4aDhPMlIzMEhWK1A1R2dBREFLQmdncWhrak8KUFFRREFnTkhBREJFQWlBaDBIL2No",
  "VVdpcFhHakVpNjRvWElhMGVDYzVoa21hWlVRUkxRdVRTTHovUUlnR25PRQpjbWxMQUxRbGpmYVowY3NISnE3",
  "WDE5Rjl0TEdTZ0lBcngvZ0ZkSkU9Ci0tLS0tRU5EIENFUlRJRklDQVRFIFJFUVVFU1QtLS0tLQo=",
].join("");

/** The files, by their names. */
export const MANIFESTS: Readonly<Record<string, string>> = {
  "pod.yaml": pod("blue"),
  "pod-green.yaml": pod("green"),
  "pod-image.yaml": pod("green").replace("nginx:1", "nginx:2"),
  "pod-cpu.yaml": pod("green").replace("100m", "200m"),
  "deployment.yaml": deployment(1, "nginx:1"),
  "deployment-2.yaml": deployment(2, "nginx:2"),
  "both.yaml": `${config("one", "red")}---\n${config("two", "red")}`,
  "one.yaml": config("one", "blue"),
  "list.json": JSON.stringify({
    apiVersion: "v1",
    kind: "List",
    items: ["five", "six"].map((name) => ({
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: { name, labels: { set: "list" } },
    })),
  }),
  "applied.yaml": config("applied", "blue"),
  "applied-red.yaml": config("applied", "red"),
  "unknown-field.yaml": config("strict", "blue") + "colour: red\n",
  "wrong-type.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: wrong}\ndata: [red]\n",
  "unknown-kind.yaml": "apiVersion: v1\nkind: Gadget\nmetadata: {name: gadget}\n",
  "invalid.yaml": deployment(-1, "nginx:1").replace("name: shop", "name: invalid"),
  "definition.yaml": `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: gadgets.kubectl.example.com}
spec:
  group: kubectl.example.com
  scope: Namespaced
  names: {plural: gadgets, singular: gadget, kind: Gadget, shortNames: [gd], categories: [all]}
  versions:
  - name: v1
    served: true
    storage: true
    subresources: {status: {}, scale: {specReplicasPath: .spec.size, statusReplicasPath: .status.size}}
    additionalPrinterColumns: [{name: Size, type: integer, jsonPath: .spec.size}]
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            description: The wanted state of a gadget.
            properties: {size: {type: integer, minimum: 1, default: 3, description: Its size.}}
          status: {type: object, properties: {size: {type: integer}}}
`,
  "gadget.yaml":
    "apiVersion: kubectl.example.com/v1\nkind: Gadget\nmetadata: {name: small}\nspec: {}\n",
  "gadget-0.yaml":
    "apiVersion: kubectl.example.com/v1\nkind: Gadget\nmetadata: {name: zero}\nspec: {size: 0}\n",
  "node.yaml":
    "apiVersion: v1\nkind: Node\nmetadata: {name: kubectl-node, labels: {zone: a}}\nspec: {}\n",
  "csr.json": JSON.stringify({
    apiVersion: "certificates.k8s.io/v1",
    kind: "CertificateSigningRequest",
    metadata: { name: "kubectl-run" },
    spec: {
      request: REQUEST,
      signerName: "kubernetes.io/kube-apiserver-client",
      usages: ["client auth"],
    },
  }),
  "patch.yaml": "data: {size: large}\n",
  "kustomization.yaml":
    "namePrefix: kust-\nresources: [one.yaml]\ncommonLabels: {made: kustomize}\n",
  "finalize.json": JSON.stringify({
    apiVersion: "v1",
    kind: "Namespace",
    metadata: { name: "kubectl-run" },
    spec: { finalizers: [] },
  }),
};
