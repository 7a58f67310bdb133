package plumbline;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives tests a parameter of the type {@link PlumblineServer}: one server for all tests of a run,
 * with its initial objects before each test.
 */
public final class PlumblineExtension implements BeforeEachCallback, ParameterResolver {
  private static final Namespace NAMESPACE = Namespace.create(PlumblineExtension.class);

  @Override
  public void beforeEach(ExtensionContext context) {
    server(context).reset();
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == PlumblineServer.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return server(context);
  }

  private static PlumblineServer server(ExtensionContext context) {
    return context.getRoot().getStore(NAMESPACE)
        .getOrComputeIfAbsent(Running.class, key -> new Running(PlumblineServer.start()), Running.class)
        .server;
  }

  /** Ends the server with the run. */
  private static final class Running implements Store.CloseableResource {
    private final PlumblineServer server;

    private Running(PlumblineServer server) {
      this.server = server;
    }

    @Override
    public void close() throws InterruptedException {
      server.stop(10, TimeUnit.SECONDS);
    }
  }
}
