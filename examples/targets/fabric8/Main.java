import io.fabric8.kubernetes.client.server.mock.KubernetesCrudDispatcher;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import io.fabric8.mockwebserver.Context;
import io.fabric8.mockwebserver.MockWebServer;
import java.net.InetAddress;
import java.util.Collections;
import java.util.HashMap;

/** Serves fabric8's mock in CRUD mode on a port of loopback until it is killed. */
public class Main {
  public static void main(String[] arguments) throws Exception {
    KubernetesMockServer server = new KubernetesMockServer(
        new Context(),
        new MockWebServer(),
        new HashMap<>(),
        new KubernetesCrudDispatcher(Collections.emptyList()),
        false);
    server.init(InetAddress.getByName("127.0.0.1"), Integer.parseInt(arguments[0]));
    System.out.println("listening on " + server.url("/"));
    Thread.sleep(Long.MAX_VALUE);
  }
}
