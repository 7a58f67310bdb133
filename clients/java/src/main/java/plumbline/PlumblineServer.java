package plumbline;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A mock server of the Kubernetes API, in a process of its own.
 *
 * <p>The program is that of the npm package {@code @plumbline/plumbline} in {@code node_modules} of
 * the current folder or one above it. The variable PLUMBLINE names another, with its arguments
 * separated by spaces. Nothing is fetched.
 */
public final class PlumblineServer {
  private static final Path PROGRAM =
      Path.of("node_modules", "@plumbline", "plumbline", "lib", "plumbline.js");

  private final Process process;
  private final String url;
  private final String token;
  private final Path kubeconfig;

  private PlumblineServer(Process process, String line) {
    this.process = process;
    url = field(line, "url");
    kubeconfig = Path.of(field(line, "kubeconfig"));
    token = field(line, "token");
  }


  /**
   * Starts a server on a free port, without TLS.
   *
   * @param options further options of the command {@code serve}
   * @throws IllegalStateException if the program is not installed, or does not start
   */
  public static PlumblineServer start(String... options) {
    List<String> command = new ArrayList<>(program(System.getenv("PLUMBLINE"), Path.of("")));
    command.addAll(List.of("serve", "--json", "--port", "0", "--control", "--dialect", "kubernetes"));
    command.addAll(List.of(options));
    try {
      Path errors = Files.createTempFile("plumbline", ".log");
      Process process;
      try {
        process = new ProcessBuilder(command).redirectError(errors.toFile()).start();
      } catch (IOException error) {
        throw new IllegalStateException("Cannot start " + command.get(0) + ": it is not installed");
      }
      BufferedReader output = process.inputReader();
      String line = output.readLine();
      if (line != null && line.startsWith("{")) return new PlumblineServer(process, line);
      process.destroy();
      String words = String.join(" ", command);
      throw new IllegalStateException("Cannot start " + words + ": " + Files.readString(errors).strip());
    } catch (IOException error) {
      throw new UncheckedIOException("Cannot start " + command.get(0), error);
    }
  }

  /** Returns the command of the program. */
  static List<String> program(String named, Path folder) {
    if (named != null && !named.isBlank()) return List.of(named.strip().split(" +"));
    for (Path at = folder.toAbsolutePath(); at != null; at = at.getParent()) {
      Path path = at.resolve(PROGRAM);
      if (Files.isRegularFile(path)) return List.of("node", path.toString());
    }
    throw new IllegalStateException(
        "Plumbline is not installed: run `npm install --save-dev plumbline.tgz`, "
            + "or set PLUMBLINE to a program that serves");
  }

  /** The URL of the server. */
  public String url() {
    return url;
  }

  /** The bearer token of an administrator. */
  public String token() {
    return token;
  }

  /** A kubeconfig with the token. */
  public Path kubeconfig() {
    return kubeconfig;
  }

  /**
   * Adds a rule of injected faults, as JSON: {@code {"when": {"verb": "update"}, "effect": {"kind":
   * "conflict"}, "times": 1}}.
   *
   * @throws IllegalArgumentException for an invalid rule
   */
  public void fault(String rule) {
    control("POST", "/rules", rule);
  }

  /** Throws an AssertionError if a rule affected no request. */
  public void assertFaultsUsed() {
    String message = field(control("GET", "/rules/unused", ""), "message");
    if (!message.isEmpty()) throw new AssertionError(message);
  }

  /** Restores the initial objects, and removes injected faults and seeded bugs. */
  public void reset() {
    control("POST", "/reset", "");
    control("DELETE", "/rules", "");
    control("DELETE", "/mutants", "");
  }

  /**
   * Sends a request of the control API, which needs a server without TLS.
   *
   * @param body JSON, or empty
   * @return the response as JSON
   * @throws IllegalArgumentException with the message of the server if it rejects the request
   */
  public String control(String method, String path, String body) {
    HttpRequest request = HttpRequest.newBuilder(URI.create(url + "/plumbline/v1" + path))
        .header("Authorization", "Bearer " + token)
        .method(method, BodyPublishers.ofString(body)).build();
    try {
      HttpResponse<String> response =
          HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
      if (response.statusCode() < 300) return response.body();
      throw new IllegalArgumentException(field(response.body(), "message"));
    } catch (IOException error) {
      throw new UncheckedIOException("Cannot reach the server", error);
    } catch (InterruptedException error) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Cannot reach the server: interrupted", error);
    }
  }

  private static final Pattern ESCAPE = Pattern.compile("\\\\(.)");

  /** Returns a field of text of a JSON object. */
  private static String field(String json, String name) {
    Matcher found = Pattern.compile("\"" + name + "\":\"((?:[^\"\\\\]|\\\\.)*)\"").matcher(json);
    if (!found.find()) throw new IllegalStateException("There is no " + name + " in " + json);
    return ESCAPE.matcher(found.group(1))
        .replaceAll(escape -> Matcher.quoteReplacement(
            escape.group(1).equals("n") ? "\n" : escape.group(1)));
  }

  /** Ends the process, and those that it started. */
  public void stop(long limit, TimeUnit unit) throws InterruptedException {
    process.descendants().forEach(ProcessHandle::destroy);
    process.destroy();
    if (!process.waitFor(limit, unit)) process.destroyForcibly();
  }
}
