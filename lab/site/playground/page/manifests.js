/**
 * The editor of `manifest.yaml`, with manifests to begin with.
 *
 * @module
 */
import { byId } from "@plumbline/cli/pages/dom";
import { run } from "./console.js";

const MANIFESTS = {
  ConfigMap: `apiVersion: v1
kind: ConfigMap
metadata:
  name: settings
  labels:
    tier: web
data:
  color: blue
`,
  Deployment: `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  replicas: 2
  selector:
    matchLabels: { app: web }
  template:
    metadata:
      labels: { app: web }
    spec:
      containers:
        - name: main
          image: nginx:1.27
`,
  "Secret and Role": `apiVersion: v1
kind: Secret
metadata:
  name: password
stringData:
  password: correct horse
---
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata:
  name: reader
rules:
  - apiGroups: [""]
    resources: [secrets]
    resourceNames: [password]
    verbs: [get]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata:
  name: guest-reads
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: Role
  name: reader
subjects:
  - kind: User
    apiGroup: rbac.authorization.k8s.io
    name: guest
`,
  CustomResourceDefinition: `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: widgets.example.com
spec:
  group: example.com
  scope: Namespaced
  names: { plural: widgets, singular: widget, kind: Widget }
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec:
              type: object
              properties:
                size:
                  type: integer
                  minimum: 1
                  x-kubernetes-validations:
                    - rule: self < 100
                      message: too large
`,
};

/** Returns the content of a file of the console. */
export function files(name) {
  if (name === "manifest.yaml" || name === "-") return byId("manifest").value;
  throw new Error(`the path "${name}" does not exist: the only file is manifest.yaml`);
}

/** Fills the editor, and connects its buttons. */
export function connectManifests() {
  const choice = byId("manifest-choice");
  const fill = () => void (byId("manifest").value = MANIFESTS[choice.value]);
  choice.addEventListener("change", fill);
  if (byId("manifest").value === "") fill();
  for (const button of document.querySelectorAll("[data-file-command]")) {
    button.addEventListener("click", () => void run(button.dataset.fileCommand, files));
  }
}
