package plumbline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(PlumblineExtension.class)
@TestMethodOrder(MethodOrderer.MethodName.class)
class PlumblineExtensionTest {
  private static final String PATH = "/api/v1/namespaces/default/configmaps";

  private static HttpResponse<String> send(PlumblineServer server, String method, String body)
      throws Exception {
    return send(server, method, PATH, body);
  }

  private static HttpResponse<String> send(
      PlumblineServer server, String method, String path, String body) throws Exception {
    HttpRequest request = HttpRequest.newBuilder(URI.create(server.url() + path))
        .header("Authorization", "Bearer " + server.token())
        .header("Content-Type", "application/json")
        .method(method, BodyPublishers.ofString(body)).build();
    return HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
  }

  @Test
  void aObjectsAreStored(PlumblineServer server) throws Exception {
    String body = "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"mine\"}}";
    assertEquals(201, send(server, "POST", body).statusCode());
    assertTrue(send(server, "GET", "").body().contains("\"mine\""));
  }

  @Test
  void bEachTestHasTheInitialObjects(PlumblineServer server) throws Exception {
    assertFalse(send(server, "GET", "").body().contains("\"mine\""));
    assertTrue(Files.readString(server.kubeconfig()).contains(server.url()));
  }

  @Test
  void cAConflictAndAnExpiredWatchAreForced(PlumblineServer server) throws Exception {
    String body = "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"mine\"}}";
    send(server, "POST", body);
    server.fault("{\"when\":{\"verb\":\"update\"},\"effect\":{\"kind\":\"conflict\"},\"times\":1}");
    assertEquals(409, send(server, "PUT", PATH + "/mine", body).statusCode());
    server.fault("{\"when\":{\"verb\":\"watch\"},\"effect\":{\"kind\":\"expire\"}}");
    assertEquals(410, send(server, "GET", PATH + "?watch=1", "").statusCode());
    server.assertFaultsUsed();
  }

  @Test
  void dARuleThatAffectsNothingFails(PlumblineServer server) {
    server.fault("{\"when\":{\"resource\":\"podz\"},\"effect\":{\"kind\":\"conflict\"}}");
    AssertionError error = assertThrows(AssertionError.class, server::assertFaultsUsed);
    assertTrue(error.getMessage().contains("resource podz) affected no request.\n"));
    String wrong = "{\"when\":{\"verb\":\"lst\"},\"effect\":{\"kind\":\"conflict\"}}";
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> server.fault(wrong));
    assertTrue(refused.getMessage().contains("Did you mean list?"), refused.getMessage());
  }

  @Test
  void eThePackageIsNeededAndNothingIsFetched(@TempDir Path folder) {
    IllegalStateException error = assertThrows(IllegalStateException.class,
        () -> PlumblineServer.program(null, folder));
    assertTrue(error.getMessage().startsWith("Plumbline is not installed: run `npm install"));
    assertFalse(error.getMessage().contains("\n"));
    assertEquals(List.of("node", "x.js"), PlumblineServer.program("node x.js", folder));
  }
}
