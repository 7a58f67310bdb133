import { assertEquals, assertMatch } from "@std/assert";

const ROOT = new URL("../", import.meta.url).pathname;

const RUN = ["run", "-q", "--no-check", "-P=program", "cli.ts"];

/** Starts the program as a task does. */
function start(words: string[]): Deno.ChildProcess {
  return new Deno.Command(Deno.execPath(), {
    args: [...RUN, ...words],
    cwd: ROOT,
    env: { NO_COLOR: "1" },
    stdout: "piped",
    stderr: "piped",
  }).spawn();
}

Deno.test("the program serves until it is interrupted", async () => {
  const program = start(["serve", "--port", "0"]);
  let written = "";
  for await (const text of program.stdout.pipeThrough(new TextDecoderStream())) {
    written += text;
    if (/Token of/.test(written)) program.kill("SIGINT");
  }
  const complaints = await new Response(program.stderr).text();
  const { code } = await program.status;
  assertEquals(code, 0, complaints);
  assertMatch(written, /^Serving http:\/\/127\.0\.0\.1:\d+\nKubeconfig /);
});

Deno.test("the first line of serve is for programs, on standard output and on both streams", async () => {
  for (
    const [option, first] of [["--tls", /^Serving https:/], ["--json", /^{"schema":1,/]] as const
  ) {
    const program = new Deno.Command("bash", {
      args: ["-c", 'exec "$@" 2>&1', "bash", Deno.execPath(), ...RUN, "serve", "--port=0", option],
      cwd: ROOT,
      env: { NO_COLOR: "1" },
      stdout: "piped",
    }).spawn();
    let written = "";
    for await (const text of program.stdout.pipeThrough(new TextDecoderStream())) {
      written += text;
      if (/in memory only/.test(written)) program.kill("SIGINT");
    }
    assertEquals((await program.status).code, 0, written);
    assertMatch(written, first);
  }
});

Deno.test("the program ends with the exit code of its command", async () => {
  const { code, stderr } = await start(["check", "--nonsense"]).output();
  assertEquals(code, 2);
  assertMatch(
    new TextDecoder().decode(stderr),
    /^Unknown option '--nonsense'\. See `deno task check --help`\.\n$/,
  );
});

const ON_LINUX = { ignore: Deno.build.os !== "linux" }; // others have another `script`

Deno.test("a terminal of unknown width gets lines of the usual one", ON_LINUX, async () => {
  const command = `stty cols 0; ${
    [Deno.execPath(), ...RUN, "check", "--only=health/exclude"].join(" ")
  }`;
  const { stdout } = await new Deno.Command("script", {
    args: ["-qec", command, "/dev/null"],
    cwd: ROOT,
    env: { NO_COLOR: "1" },
  }).output();
  assertMatch(new TextDecoder().decode(stdout), /^conformant: http/m);
});

Deno.test("a closed pipe, as behind head, is not an error", async () => {
  const program = start(["check", "--list"]);
  await program.stdout.cancel();
  const complaints = await new Response(program.stderr).text();
  assertEquals([(await program.status).code, complaints], [0, ""]);
});
