package plumbline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PlumblineExtension.class)
@TestMethodOrder(MethodOrderer.MethodName.class)
class PlumblineExtensionTest {
  private static final String PATH = "/api/v1/namespaces/default/configmaps";

  private static HttpResponse<String> send(PlumblineServer server, String method, String body)
      throws Exception {
    HttpRequest request = HttpRequest.newBuilder(URI.create(server.url() + PATH))
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
}
