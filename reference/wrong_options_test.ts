import { assertEquals, assertRejects } from "@std/assert";
import { ConfigurationError, createServer, startServer } from "./mod.ts";

const WRONG: readonly (readonly [options: unknown, complaint: string])[] = [
  ["kubernetes", 'it must be an object: current value is "kubernetes"'],
  [{ dialcet: "svc" }, 'it has no option "dialcet". Did you mean dialect?'],
  [{ dialect: "kubernets" }, 'dialect is "kubernets". Did you mean kubernetes?'],
  [{ dialect: 1 }, "dialect must be one of "],
  [{ release: "1.63" }, 'release must be one of 1.26, 1.27, 1.29, 1.36: current value is "1.63"'],
  [{ release: 1.36 }, "release must be one of 1.26, 1.27, 1.29, 1.36: current value is 1.36"],
  [{ kinds: "specfication" }, 'kinds is "specfication". Did you mean specification?'],
  [{ play: "all" }, 'play must be a list of players: current value is "all"'],
  [{ play: [1] }, "play[0] must be the name of a player, all, or a player: current value is 1"],
  [{ play: ["jobs-compleet"] }, "jobs-complete"],
  [
    { objects: "manifests" },
    'objects must be a list of paths, YAML and objects: current value is "man',
  ],
  [{ objects: [7] }, "objects[0] must be a path, YAML or an object: current value is 7"],
  [{ users: ["alice"] }, "users must be an object with a list of groups by user"],
  [{ users: { alice: "developers" } }, 'users.alice must be a list of text: current value is "dev'],
  [{ identities: [{ name: "a" }] }, "identities[0].token must be text: current value is undefined"],
  [
    { identities: [{ name: "a", token: "t", group: ["g"] }] },
    'identities[0] has no field "group". Did you mean groups?',
  ],
  [{ history: "5m" }, 'history must be a whole number from 0: current value is "5m"'],
  [{ garbageCollection: "no" }, 'garbageCollection must be true or false: current value is "no"'],
  [{ featureGates: { WatchList: "true" } }, "featureGates.WatchList must be true or false"],
  [{ runtimeConfig: "api/alpha" }, "runtimeConfig must be an object with true or false by name"],
  [{ plugins: {} }, "plugins must be a list of plugins"],
  [{ plugins: [() => {}] }, "plugins[0] must be a plugin: current value is a function"],
  [{ clock: Date }, "clock must be a clock"],
  [{ onInternalError: true }, "onInternalError must be a function: current value is true"],
  [{ data: true }, "data must be text: current value is true"],
  [{ store: {} }, "store must be text: current value is {}"],
  [{ resources: ["secrets"] }, "resources[0] must be a resource of defineResource"],
];

const WRONG_LISTENERS: readonly (readonly [options: unknown, complaint: string])[] = [
  [{ prot: 1 }, 'it has no option "prot". Did you mean port?'],
  [{ port: "8001" }, 'port must be a whole number from 0 to 65535: current value is "8001"'],
  [{ port: 65_536 }, "port must be a whole number from 0 to 65535: current value is 65536"],
  [{ tls: "yes" }, 'tls must be true or false: current value is "yes"'],
  [{ host: 1 }, "host must be text: current value is 1"],
  [{ signal: true }, "signal must be an AbortSignal: current value is true"],
];

Deno.test("a wrong option of a server is rejected, and the error names what was meant", async () => {
  for (const [options, complaint] of WRONG) {
    await assertRejects(() => createServer(options as never), ConfigurationError, complaint);
    await assertRejects(() => startServer(options as never), ConfigurationError, complaint);
  }
  const cyclic: Record<string, unknown> = {};
  cyclic.self = cyclic;
  await assertRejects(
    () => createServer({ dialect: cyclic } as never),
    ConfigurationError,
    "current value is a value that is no JSON",
  );
});

Deno.test("a wrong option of a listener is rejected, and the error names what was meant", async () => {
  await using server = await createServer();
  for (const [options, complaint] of WRONG_LISTENERS) {
    await assertRejects(() => server.listen(options as never), ConfigurationError, complaint);
    await assertRejects(() => startServer(options as never), ConfigurationError, complaint);
  }
  await assertRejects(
    () => createServer({ port: 8001 } as never),
    ConfigurationError,
    'Cannot create the server: it has no option "port". Give it to startServer or listen',
  );
  assertEquals((await server.list("namespaces")).length, 4);
});

Deno.test("a misspelled type, selection or place is rejected, and the error names what was meant", async () => {
  await using server = await createServer();
  const wrong: readonly (readonly [call: () => Promise<unknown>, complaint: string])[] = [
    [() => server.list("podz"), 'Cannot find the type "podz". Did you mean pods?'],
    [
      () => server.get("Deploymnt", "a"),
      'Cannot find the type "Deploymnt". Did you mean Deployment?',
    ],
    [
      () => server.list("deployment.aps"),
      'Cannot find the type "deployment.aps". Did you mean deployments.apps?',
    ],
    [() => server.list("xyzzyxyzzy"), 'Cannot find the type "xyzzyxyzzy". Use a kind or one of '],
    [
      () => server.list("pods", { labelselector: "a=b" } as never),
      'Cannot list pods: it has no field "labelselector". Did you mean labelSelector?',
    ],
    [
      () => server.list("pods", { namespace: 1 } as never),
      "Cannot list pods: namespace must be text: current value is 1",
    ],
    [
      () => server.patch("pods", "a", {}, { subResource: "status" } as never),
      'Cannot patch pods "a": it has no field "subResource". Did you mean subresource?',
    ],
    [
      () => server.objects.list("podz"),
      'Cannot find the type "podz". Did you mean pods?',
    ],
  ];
  for (const [call, complaint] of wrong) {
    await assertRejects(async () => await call(), RangeError, complaint);
  }
});
