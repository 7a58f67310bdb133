/**
 * Runs a command of kubectl: its most usual ones. Each sends the requests that kubectl sends, but for
 * `apply`, which is always server-side.
 *
 * @module
 */
import { call } from "./thread.js";
import { documentsOf, read, send, write } from "./requests.js";
import { pathOfType, typeNamed, typeOfObject, typesOf, wordOf } from "./resources.js";
import { optionsOf } from "./words.js";

const OPTIONS = {
  values: [
    ...["namespace", "output", "selector", "field-selector", "filename", "patch", "type", "raw"],
    ...["replicas", "from-literal", "dry-run", "as", "limit", "chunk-size", "field-manager"],
    ...["subresource", "cascade", "verb", "resource", "image"],
  ],
  flags: [
    ...["all-namespaces", "watch", "watch-only", "server-side", "force-conflicts", "overwrite"],
    ...["show-labels", "all", "no-headers", "show-managed-fields"],
  ],
  names: {
    n: "namespace",
    o: "output",
    l: "selector",
    f: "filename",
    p: "patch",
    A: "all-namespaces",
    w: "watch",
  },
};

const TABLE = "application/json;as=Table;v=v1;g=meta.k8s.io,application/json";

/** The commands, with an example each. */
export const COMMANDS = {
  get: "kubectl get pods -A, -o yaml|json|name|wide, -l app=web, -w, --raw /version",
  apply: "kubectl apply -f manifest.yaml (server-side)",
  create:
    "kubectl create -f manifest.yaml, create namespace NAME, create configmap NAME --from-literal=a=1",
  replace: "kubectl replace -f manifest.yaml",
  delete: "kubectl delete configmap NAME, delete -f manifest.yaml",
  patch: `kubectl patch configmap NAME --type=merge -p '{"data":{"a":"2"}}'`,
  label: "kubectl label configmap NAME tier=web",
  annotate: "kubectl annotate configmap NAME note=hello",
  scale: "kubectl scale deployment NAME --replicas=3",
  auth: "kubectl auth can-i create pods --as guest, auth whoami",
  "api-resources": "kubectl api-resources",
  version: "kubectl version",
};

/** Runs a command; `print` gets the output as it arrives. */
export async function kubectl([command, ...words], terminal) {
  const run = Object.hasOwn(RUN, command ?? "") ? RUN[command] : undefined;
  if (run === undefined) {
    throw new Error(`the playground has these commands of kubectl: ${Object.keys(RUN).join(", ")}`);
  }
  const { options, rest } = optionsOf(words, OPTIONS);
  const last = Object.fromEntries(Object.entries(options).map(([name, all]) => [name, all.at(-1)]));
  await run({ ...terminal, rest, all: options, options: last, namespace: namespaceOf(last) });
}

const namespaceOf = (options) =>
  options["all-namespaces"] ? undefined : options.namespace ?? "default";

const RUN = {
  get,
  apply: (given) => eachManifest(given, applyOne),
  create,
  replace: (given) => eachManifest(given, replaceOne),
  delete: remove,
  patch,
  label: (given) => mark(given, "labels", "labeled"),
  annotate: (given) => mark(given, "annotations", "annotated"),
  scale,
  auth,
  "api-resources": listTypes,
  version: async ({ print }) => print(`Server Version: ${(await read("/version")).gitVersion}\n`),
};

async function get({ rest, options, namespace, print, signal }) {
  if (options.raw !== undefined) {
    return print(`${await (await send(options.raw)).text()}\n`);
  }
  const { type, names } = await chosen(rest);
  const base = pathOfType(type, namespace);
  const query = new URLSearchParams();
  if (options.selector) query.set("labelSelector", options.selector);
  if (options["field-selector"]) query.set("fieldSelector", options["field-selector"]);
  if (options.limit) query.set("limit", options.limit);
  const { output = "" } = options;
  const isTable = output === "" || output === "wide";
  const accept = isTable ? TABLE : "application/json";
  const paths = names.length === 0
    ? [`${base}${query.size > 0 ? `?${query}` : ""}`]
    : names.map((name) => `${base}/${encodeURIComponent(name)}`);
  let version;
  for (const path of paths) {
    const value = await read(path, { accept });
    version = value.metadata?.resourceVersion;
    if (!options["watch-only"]) await show(value, { options, namespace, type, print });
  }
  if (!options.watch && !options["watch-only"]) return;
  if (names.length > 0) query.set("fieldSelector", `metadata.name=${names[0]}`);
  query.set("watch", "true");
  query.set("resourceVersion", version ?? "");
  const response = await send(`${base}?${query}`, { headers: { accept }, signal });
  for await (const { type: event, object } of documentsOf(response)) {
    print(`${event.padEnd(9)}`);
    await show(object, { options: { ...options, "no-headers": true }, namespace, type, print });
  }
}

async function show(value, { options, namespace, type, print }) {
  const { output = "" } = options;
  if (output === "json") return print(`${JSON.stringify(cleaned(value, options), null, 4)}\n`);
  if (output === "yaml") return print(await call("format", cleaned(value, options)));
  if (output === "name") {
    for (const { metadata } of value.items ?? [value]) print(`${wordOf(type)}/${metadata.name}\n`);
    return;
  }
  if (output !== "" && output !== "wide") throw new Error(`unable to match the output "${output}"`);
  if (value.kind !== "Table") return print(`${value.message ?? JSON.stringify(value)}\n`);
  if (value.rows.length === 0) {
    return print(
      namespace && type.namespaced
        ? `No resources found in ${namespace} namespace.\n`
        : "No resources found\n",
    );
  }
  print(
    tableText(value, { ...options, withNamespace: namespace === undefined && type.namespaced }),
  );
}

/** Leaves out the owners of fields, as kubectl does. */
function cleaned(value, options) {
  if (options["show-managed-fields"]) return value;
  return JSON.parse(
    JSON.stringify(value),
    (key, each) => key === "managedFields" ? undefined : each,
  );
}

let columns = [];

function tableText({ columnDefinitions, rows }, options) {
  if (columnDefinitions?.length) columns = columnDefinitions;
  const shown = columns.map((column, at) => ({ ...column, at }))
    .filter(({ priority }) => options.output === "wide" || !priority);
  const lines = [
    ...options["no-headers"] ? [] : [[
      ...options.withNamespace ? ["NAMESPACE"] : [],
      ...shown.map(({ name }) => name.toUpperCase()),
      ...options["show-labels"] ? ["LABELS"] : [],
    ]],
    ...rows.map(({ cells, object }) => [
      ...options.withNamespace ? [object.metadata.namespace ?? ""] : [],
      ...shown.map(({ at }) => String(cells[at] ?? "<none>")),
      ...options["show-labels"] ? [labelsText(object.metadata.labels)] : [],
    ]),
  ];
  return aligned(lines);
}

const labelsText = (labels = {}) =>
  Object.entries(labels).map((pair) => pair.join("=")).join(",") || "<none>";

/** Returns lines whose cells begin below each other. */
export function aligned(lines) {
  const widths = lines[0].map((_, at) => Math.max(...lines.map((line) => line[at].length)));
  return lines.map((line) =>
    `${
      line.map((cell, at) => at === line.length - 1 ? cell : cell.padEnd(widths[at])).join("   ")
    }\n`
  ).join("");
}

/** Returns the type and the names that words choose: `pods a b`, `pod/a`. */
async function chosen(words) {
  if (words.length === 0) throw new Error("you must specify the type of resource");
  const pairs = words.map((word) => word.split("/"));
  if (pairs[0].length === 2) {
    return { type: await typeNamed(pairs[0][0]), names: pairs.map(([, name]) => name) };
  }
  return { type: await typeNamed(words[0]), names: words.slice(1) };
}

/** Calls a function with each document of the file, its type and its path. */
async function eachManifest(given, act) {
  const { all, files } = given;
  if (all.filename === undefined) throw new Error("must specify -f manifest.yaml");
  for (const file of all.filename) {
    for (const object of await call("parse", files(file))) {
      const type = await typeOfObject(object);
      const base = pathOfType(type, object.metadata?.namespace ?? given.namespace ?? "default");
      await act({ ...given, object, type, base, name: object.metadata?.name });
    }
  }
}

const dryRunOf = ({ options }) => options["dry-run"] === "server" ? "dryRun=All" : "";

async function applyOne({ object, type, base, name, options, print }) {
  const query = [
    `fieldManager=${options["field-manager"] ?? "kubectl"}`,
    ...options["force-conflicts"] ? ["force=true"] : [],
    ...[dryRunOf({ options })].filter((part) => part !== ""),
  ].join("&");
  await write("PATCH", `${base}/${name}?${query}`, object, "application/apply-patch+yaml");
  print(`${wordOf(type)}/${name} serverside-applied${noteOf(options)}\n`);
}

const noteOf = (options) => options["dry-run"] === "server" ? " (server dry run)" : "";

async function createOne({ object, type, base, options, print }) {
  const created = await write("POST", `${base}?${dryRunOf({ options })}`, object);
  print(`${wordOf(type)}/${created.metadata.name} created${noteOf(options)}\n`);
}

async function replaceOne({ object, type, base, name, options, print }) {
  await write("PUT", `${base}/${name}?${dryRunOf({ options })}`, object);
  print(`${wordOf(type)}/${name} replaced${noteOf(options)}\n`);
}

async function create(given) {
  const { rest: [word, name], all, options, namespace } = given;
  if (word === undefined) return await eachManifest(given, createOne);
  const metadata = { name };
  const data = Object.fromEntries((all["from-literal"] ?? []).map((pair) => pair.split(/=(.*)/s)));
  const objects = {
    namespace: { apiVersion: "v1", kind: "Namespace", metadata },
    configmap: { apiVersion: "v1", kind: "ConfigMap", metadata, data },
    secret: { apiVersion: "v1", kind: "Secret", metadata, stringData: data },
    deployment: deploymentOf(name, options),
  };
  const object = objects[{ ns: "namespace", cm: "configmap", deploy: "deployment" }[word] ?? word];
  if (object === undefined || name === undefined) {
    throw new Error(`create knows ${Object.keys(objects).join(", ")} NAME, or -f manifest.yaml`);
  }
  const type = await typeOfObject(object);
  await createOne({ ...given, object, type, base: pathOfType(type, namespace ?? "default") });
}

function deploymentOf(name, { image = "nginx", replicas = "1" }) {
  const labels = { app: name };
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name, labels },
    spec: {
      replicas: Number(replicas),
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: "main", image }] } },
    },
  };
}

async function remove(given) {
  const { rest, all, options, namespace, print } = given;
  const body = options.cascade ? { propagationPolicy: CASCADE[options.cascade] } : undefined;
  const one = async ({ type, base, name }) => {
    await write("DELETE", `${base}/${name}`, body);
    print(`${wordOf(type)} "${name}" deleted\n`);
  };
  if (all.filename !== undefined) return await eachManifest(given, one);
  const { type, names } = await chosen(rest);
  const base = pathOfType(type, namespace);
  const listed = options.all || options.selector;
  const query = options.selector ? `?labelSelector=${encodeURIComponent(options.selector)}` : "";
  const found = listed
    ? (await read(`${base}${query}`)).items.map(({ metadata }) => metadata.name)
    : names;
  if (found.length === 0 && !listed) throw new Error("resource(s) were provided, but no name was");
  for (const name of found) await one({ type, base, name });
}

const CASCADE = { background: "Background", foreground: "Foreground", orphan: "Orphan" };

async function patch({ rest, options, namespace, print }) {
  const { type, names: [name] } = await chosen(rest);
  const form = options.type ?? "strategic";
  const media =
    { strategic: "strategic-merge-patch", merge: "merge-patch", json: "json-patch" }[form];
  if (media === undefined) throw new Error("--type must be json, merge or strategic");
  if (options.patch === undefined) throw new Error("must specify --patch");
  const [object] = await call("parse", options.patch);
  const within = options.subresource ? `/${options.subresource}` : "";
  const path = `${pathOfType(type, namespace)}/${name}${within}`;
  await write("PATCH", path, object, `application/${media}+json`);
  print(`${wordOf(type)}/${name} patched\n`);
}

async function mark({ rest, namespace, print }, field, done) {
  const marks = rest.filter((word) => /=|.-$/.test(word) && !word.includes("/") || /=/.test(word));
  const { type, names: [name] } = await chosen(rest.filter((word) => !marks.includes(word)));
  const values = Object.fromEntries(
    marks.map((word) => word.includes("=") ? word.split(/=(.*)/s) : [word.slice(0, -1), null]),
  );
  const path = `${pathOfType(type, namespace)}/${name}`;
  await write("PATCH", path, { metadata: { [field]: values } }, "application/merge-patch+json");
  print(`${wordOf(type)}/${name} ${done}\n`);
}

async function scale({ rest, options, namespace, print }) {
  const { type, names: [name] } = await chosen(rest);
  const path = `${pathOfType(type, namespace)}/${name}/scale`;
  const body = { spec: { replicas: Number(options.replicas) } };
  await write("PATCH", path, body, "application/merge-patch+json");
  print(`${wordOf(type)}/${name} scaled\n`);
}

async function auth({ rest: [word, verb, resource], options, namespace, print }) {
  const headers = { "content-type": "application/json", accept: "application/json" };
  if (options.as) headers["impersonate-user"] = options.as;
  const group = "authorization.k8s.io/v1";
  if (word === "whoami") {
    const body = {
      apiVersion: "authentication.k8s.io/v1",
      kind: "TokenReview",
      spec: { token: "admin-token" },
    };
    const { status } = await write("POST", "/apis/authentication.k8s.io/v1/tokenreviews", body);
    return print(aligned([
      ["ATTRIBUTE", "VALUE"],
      ["Username", status.user.username],
      ["Groups", `[${status.user.groups.join(" ")}]`],
    ]));
  }
  if (word !== "can-i" || resource === undefined) throw new Error("write auth can-i VERB TYPE");
  const type = await typeNamed(resource);
  const attributes = { verb, group: type.group, resource: type.plural, namespace };
  const review = {
    apiVersion: group,
    kind: "SelfSubjectAccessReview",
    spec: { resourceAttributes: attributes },
  };
  const response = await send(`/apis/${group}/selfsubjectaccessreviews`, {
    ...{ method: "POST", headers },
    body: JSON.stringify(review),
  });
  print((await response.json()).status?.allowed ? "yes\n" : "no\n");
}

async function listTypes({ print }) {
  const lines = (await typesOf()).filter(({ verbs }) =>
    verbs.includes("list") || verbs.includes("create")
  )
    .map(({ plural, shortNames, group, version, namespaced, kind }) => [
      ...[plural, shortNames.join(","), group === "" ? version : `${group}/${version}`],
      ...[String(namespaced), kind],
    ]);
  print(aligned([["NAME", "SHORTNAMES", "APIVERSION", "NAMESPACED", "KIND"], ...lines]));
}
