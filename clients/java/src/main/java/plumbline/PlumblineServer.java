package plumbline;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A mock server of the Kubernetes API, in a process of its own. */
public final class PlumblineServer {
  private final Process process;
  private final String url;
  private final String token;
  private final Path kubeconfig;

  private PlumblineServer(Process process, Map<String, String> lines) {
    this.process = process;
    url = lines.get("Serving");
    kubeconfig = Path.of(lines.get("Kubeconfig"));
    token = lines.get("Token");
  }

  /**
   * Starts a server on a free port. The variable PLUMBLINE names the program, by default {@code npx
   * plumbline}.
   *
   * @param options further options of its command {@code serve}
   */
  public static PlumblineServer start(String... options) {
    String program = System.getenv().getOrDefault("PLUMBLINE", "npx plumbline");
    List<String> command = new ArrayList<>(List.of(program.split(" ")));
    command.addAll(List.of("serve", "--port", "0", "--control", "--dialect", "kubernetes"));
    command.addAll(List.of(options));
    try {
      Path errors = Files.createTempFile("plumbline", ".log");
      Process process = new ProcessBuilder(command).redirectError(errors.toFile()).start();
      Map<String, String> lines = new HashMap<>();
      BufferedReader output = process.inputReader();
      for (String line = output.readLine(); line != null; line = output.readLine()) {
        lines.put(line.split(" ")[0], line.substring(line.lastIndexOf(' ') + 1));
        if (line.startsWith("Token of ")) return new PlumblineServer(process, lines);
      }
      throw new IllegalStateException("Cannot start " + program + ": " + Files.readString(errors));
    } catch (IOException error) {
      throw new UncheckedIOException("Cannot start " + program, error);
    }
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

  /** Restores the initial objects. */
  public void reset() {
    HttpRequest request = HttpRequest.newBuilder(URI.create(url + "/plumbline/v1/reset"))
        .header("Authorization", "Bearer " + token).POST(BodyPublishers.noBody()).build();
    try {
      int status = HttpClient.newHttpClient().send(request, BodyHandlers.discarding()).statusCode();
      if (status >= 300) throw new IllegalStateException("Cannot reset the server: " + status);
    } catch (IOException error) {
      throw new UncheckedIOException("Cannot reset the server", error);
    } catch (InterruptedException error) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Cannot reset the server: interrupted", error);
    }
  }

  /** Ends the process, and those that it started. */
  public void stop(long limit, TimeUnit unit) throws InterruptedException {
    process.descendants().forEach(ProcessHandle::destroy);
    process.destroy();
    if (!process.waitFor(limit, unit)) process.destroyForcibly();
  }
}
