import { assertEquals, assertThrows } from "@std/assert";
import { ConfigurationError } from "../client/configuration.ts";
import { parseNemesis } from "./configuration.ts";

const ACTIONS = "actions: [{ name: kill, hurt: [kill, -9, 1] }]";

Deno.test("a file needs nothing but an action", () => {
  assertEquals(parseNemesis(ACTIONS, "some/file.yaml"), {
    directory: "some/",
    duration: 60_000,
    interval: 5_000,
    recovery: 60_000,
    round: 20_000,
    calm: 3_000,
    clients: 5,
    health: { path: "/readyz" },
    actions: [{
      name: "kill",
      hurt: { program: "kill", arguments: ["-9", "1"] },
      lasts: 0,
      health: { path: "/readyz" },
    }],
  });
});

Deno.test("a list is run without a shell, a text with one", () => {
  const text = `
duration: 10m
health:
  command: [./is-healthy, --quick]
actions:
  - name: cut off
    hurt: iptables -A INPUT -p tcp --dport 2379 -j DROP
    for: 1500ms
    heal: iptables -D INPUT -p tcp --dport 2379 -j DROP
    health: /livez
  - name: kill
    hurt: [kill, "1 2"]
`;
  const { duration, actions, directory } = parseNemesis(text, "file.yaml");
  assertEquals([duration, directory], [600_000, "./"]);
  assertEquals(actions[0].hurt, {
    program: "sh",
    arguments: ["-c", "iptables -A INPUT -p tcp --dport 2379 -j DROP"],
  });
  assertEquals([actions[0].lasts, actions[0].health], [1_500, { path: "/livez" }]);
  assertEquals(actions[1]?.hurt.arguments, ["1 2"]);
  assertEquals(actions[1]?.health, {
    command: { program: "./is-healthy", arguments: ["--quick"] },
  });
});

Deno.test("what is wrong in a file is named, with what to write", () => {
  const cases: [string, string][] = [
    ["", "Cannot use f.yaml. Give a map of fields"],
    ["[", "Cannot parse f.yaml as YAML: "],
    ["actions: []", 'Cannot use "actions" in f.yaml. Give a list of at least one action'],
    [
      `${ACTIONS}\nintervall: 5s`,
      'Unknown field "intervall" of f.yaml. Known fields are duration,',
    ],
    [`${ACTIONS}\ninterval: soon`, 'Cannot use "interval" in f.yaml. Give a time such as 5s'],
    [`${ACTIONS}\nclients: 0`, 'Cannot use "clients" in f.yaml. Give a number from 1 to 50'],
    [`${ACTIONS}\nhealth: readyz`, 'Cannot use "health" in f.yaml. Give a path of the target'],
    [
      "actions: [{ name: kill }]",
      'Cannot use "actions[0].hurt" in f.yaml as a command. Give a list',
    ],
    ["actions: [{ hurt: x }]", 'Cannot use "actions[0].name" in f.yaml. Give a few words'],
    ["actions: [{ name: x, hurt: x, fur: 1s }]", 'Unknown field "fur" of "actions[0]" in f.yaml.'],
  ];
  for (const [text, message] of cases) {
    assertThrows(() => parseNemesis(text, "f.yaml"), ConfigurationError, message);
  }
});

Deno.test("the files in examples are valid", async () => {
  const directory = new URL("../../examples/nemesis/", import.meta.url);
  let count = 0;
  for await (const { name } of Deno.readDir(directory)) {
    parseNemesis(await Deno.readTextFile(new URL(name, directory)), name);
    count++;
  }
  assertEquals(count >= 3, true);
});
