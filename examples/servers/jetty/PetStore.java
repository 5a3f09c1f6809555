import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.type.LogicalType;
import java.io.IOException;
import java.math.BigInteger;
import java.security.MessageDigest;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import javax.servlet.RequestDispatcher;
import javax.servlet.ServletException;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.servlet.ServletContextHandler;
import org.eclipse.jetty.servlet.ServletHolder;

/** The Pet Store service with Jetty and Jackson, with the pets in memory. */
public class PetStore extends HttpServlet {
  enum Status { available, pending, sold }

  /** Not a record: Jackson passes null to a constructor for an absent field, so that null and absent are the same. */
  static class NewPet {
    public String name;
    /** create.int64: jackson-core 2.14.1 of Debian takes no long of 19 digits. */
    public BigInteger categoryId;
    public Status status;
  }

  record Pet(long id, String name, long categoryId, Status status) {}

  record Problem(String code, String message, int status) {}

  static final Set<String> STATUSES = Set.of("available", "pending", "sold");
  static final String NAIVE = System.getenv().getOrDefault("NAIVE", "");

  static final JsonMapper JSON = JsonMapper.builder()
      // body.pet-shape: a pet without a status has no such field; null is not a status.
      .serializationInclusion(JsonInclude.Include.NON_NULL)
      // create.wrong-type: by default, Jackson makes integers of "1" and 1.5, and text of numbers and booleans.
      .configure(MapperFeature.ALLOW_COERCION_OF_SCALARS, NAIVE.equals("coercion"))
      .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
      .withCoercionConfig(LogicalType.Textual, text -> text
          .setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
          .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
          .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail))
      // create.bad-status: by default, 0 is the first value of an enum.
      .configure(DeserializationFeature.FAIL_ON_NUMBERS_FOR_ENUMS, !NAIVE.equals("enum-ordinal"))
      // create.wrong-type, create.null-status: by default, null is the same as an absent field.
      .defaultSetterInfo(JsonSetter.Value.forValueNulls(Nulls.FAIL))
      // create.lenient-body: by default, whatever follows the object is ignored.
      .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
      .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
      .build();

  final Map<Long, Pet> pets = new ConcurrentSkipListMap<>();
  final AtomicLong lastId = new AtomicLong();
  final byte[] key = System.getenv("API_KEY").getBytes(UTF_8);

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response) throws ServletException, IOException {
    String header = request.getHeader("Authorization");
    String[] words = header == null ? new String[0] : header.split(" ", 2);
    // auth.scheme-case: the name of a scheme has no case.
    boolean isBearer = words.length == 2 && words[0].equalsIgnoreCase("Bearer");
    if (isBearer && MessageDigest.isEqual(words[1].strip().getBytes(ISO_8859_1), key)) super.service(request, response);
    else response.sendError(401, "Send the API key as a bearer token.");
  }

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
    if (request.getPathInfo() != null) {
      getPet(request.getPathInfo().substring(1), response);
      return;
    }
    String limit = request.getParameter("limit");
    String status = request.getParameter("status");
    if (limit != null && !limit.matches("100|[1-9][0-9]?")) {
      response.sendError(400, "limit must be an integer from 1 to 100.");
    } else if (status != null && !STATUSES.contains(status)) {
      // list.status.unknown, errors.no-5xx: Status.valueOf throws IllegalArgumentException for any other text.
      response.sendError(400, "status must be available, pending or sold.");
    } else {
      var matching = pets.values().stream().filter(pet -> status == null || pet.status == Status.valueOf(status));
      reply(response, 200, matching.limit(limit == null ? 20 : Integer.parseInt(limit)).toList());
    }
  }

  void getPet(String id, HttpServletResponse response) throws IOException {
    Pet pet = null;
    try {
      pet = pets.get(Long.parseLong(id));
    } catch (NumberFormatException notAnInt64) { // get.invalid-id, errors.no-5xx: there is no such pet.
    }
    if (pet == null) {
      response.sendError(404, "There is no such pet.");
      return;
    }
    // deprecation.announced: since 1 June 2025, until 5 December 2030.
    response.setHeader("Deprecation", "@1748736000");
    response.setHeader("Sunset", "Thu, 05 Dec 2030 00:00:00 GMT");
    reply(response, 200, pet);
  }

  @Override
  protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
    NewPet body;
    try {
      body = JSON.readValue(request.getInputStream(), NewPet.class);
    } catch (JacksonException invalid) {
      response.sendError(400, invalid.getOriginalMessage());
      return;
    }
    // create.bad-body, errors.no-5xx: readValue returns null for the text null. create.out-of-range: at most 63 bits.
    // JSON can also escape half a surrogate pair, which Jackson refuses to write.
    if (body == null || body.name == null || body.categoryId == null || body.categoryId.bitLength() > 63
        || !UTF_8.newEncoder().canEncode(body.name)) {
      response.sendError(400, "name must be text, and categoryId an int64.");
      return;
    }
    Pet pet = new Pet(lastId.incrementAndGet(), body.name, body.categoryId.longValue(), body.status);
    pets.put(pet.id, pet);
    reply(response, 201, pet);
  }

  static void reply(HttpServletResponse response, int status, Object body) throws IOException {
    response.setStatus(status);
    response.setContentType("application/json");
    response.getOutputStream().write(JSON.writeValueAsBytes(body));
  }

  /** errors.shape, body.content-type: Jetty's own errors are HTML, or JSON of another form. */
  static class JsonErrors extends ErrorHandler {
    @Override
    public void handle(String target, Request base, HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      int status = response.getStatus();
      Object message = request.getAttribute(RequestDispatcher.ERROR_MESSAGE);
      if (status == 401) response.setHeader("WWW-Authenticate", "Bearer");
      reply(response, status, new Problem(HttpStatus.getCode(status).name().toLowerCase(), String.valueOf(message), status));
      base.setHandled(true);
    }
  }

  public static void main(String[] arguments) throws Exception {
    HttpConfiguration http = new HttpConfiguration();
    // auth.invalid-key: Jetty looks up the headers of a connection in a cache that ignores case, so that the key in
    // another case is read as the right one that came before it.
    if (!NAIVE.equals("header-cache")) http.setHeaderCacheSize(0);
    Server server = new Server();
    ServerConnector connector = new ServerConnector(server, new HttpConnectionFactory(http));
    connector.setHost("127.0.0.1");
    connector.setPort(Integer.parseInt(System.getenv("PORT")));
    server.addConnector(connector);
    ServletContextHandler context = new ServletContextHandler();
    context.addServlet(new ServletHolder(new PetStore()), "/v1/pets/*");
    context.setErrorHandler(new JsonErrors());
    server.setHandler(context);
    server.addBean(new JsonErrors());
    server.start();
    server.join();
  }
}
