import type { RemedyRow } from './remedy.ts';

export const authRemedies: readonly RemedyRow[] = [
  [
    'no-key-needed-anywhere',
    'A switch such as AUTH_DISABLED, or a development profile, turns the check off for the whole service.',
    'Remove the switch, or refuse to start with it outside of development.',
  ],
  [
    'empty-list-is-null-and-open',
    'The list has a handler of its own that neither runs the authentication middleware nor fills in an empty array.',
    'Register the route behind the middleware, and start from an empty array instead of null.',
  ],
  [
    '*-cached-for-anyone',
    'A cache in front of the handler uses the URL alone as its key: a CDN, proxy_cache in nginx, @Cacheable in Spring, a cache middleware that runs before authentication.',
    'Check the credential before the cache is asked, or answer with Cache-Control: private or Vary: Authorization.',
  ],
  [
    'list-with-a-query-*',
    'The guard compares the whole URL with a list of paths, as in req.url === "/v1/pets", so a query string makes it another URL.',
    'Compare the path alone (req.path, r.URL.Path, request.path), or attach the check to the route.',
  ],
  [
    'filtered-list-lets-anonymous-in filtered-list-takes-any-token list-with-a-limit-* list-open-to-browsers available-pets-take-any-token sold-pets-are-public sold-pets-take-any-token pending-pets-are-public pets-without-status-are-public',
    'A condition on the request or on the pet decides whether the key is checked, for instance for a preview or a public page.',
    'Check the key before anything else is read, in one place, without a condition.',
  ],
  [
    'chunked-creation-*',
    'The guard runs only for requests with a Content-Length above 0, and a chunked body has none.',
    'Check the credential from the headers alone, before and regardless of the body.',
  ],
  [
    'even-ids-let-anonymous-in odd-ids-take-any-token',
    'One of several instances or shards runs another version or configuration without the check.',
    'Deploy the same build and the same configuration to every instance, or check the key in the gateway.',
  ],
  [
    'escaped-id-lets-anonymous-in',
    'The guard matches the raw path, and the router matches the decoded one: %31 is not 1 to the first.',
    'Let the router decide which route it is and run the guard afterwards, on the same decoded path.',
  ],
  [
    '*-needs-no-key',
    'The route is registered outside of what has the check: app.get() above app.use(auth) in Express, permitAll() in Spring Security, a router without the dependency in FastAPI.',
    'Protect the whole application by default and exempt single routes by name.',
  ],
  [
    '*-lets-anonymous-in',
    'The key is checked only where there is a header: if (header) verify(header).',
    'Treat a missing header as an invalid one: 401, before anything else.',
  ],
  [
    '*-takes-a-bare-bearer bearer-alone-accepted empty-credential-accepted',
    'The token is split off as "" and then matches an empty or default key, or an empty value means "checked before".',
    'Refuse an empty token with 401 before any comparison, and never store an empty key.',
  ],
  [
    '*-refuses-the-key',
    'One route has a check of its own, with another source of keys than the rest.',
    'Use one authentication function for every operation.',
  ],
  [
    '*-takes-any-token one-bit-of-the-key key-length-only',
    'The check asks whether there is a token, or compares something that many tokens share, such as a length or a short hash.',
    'Compare the whole token with the key, in constant time: timingSafeEqual, hmac.compare_digest, subtle.ConstantTimeCompare.',
  ],
  [
    '*-ignores-the-scheme scheme-found-anywhere bare-key-accepted bearer-without-a-space token-scheme-accepted api-key-scheme-accepted',
    'The key is cut out of the header without looking at what is before it: header.split(" ").pop(), header.replace("Bearer", ""), a pattern without ^.',
    'Require the scheme at the start and one space behind it: /^Bearer (.+)$/i, and 401 for everything else.',
  ],
  [
    'basic-*',
    'A second authentication scheme for older clients is still switched on: httpBasic() in Spring Security, passport-http, BasicAuth beside the bearer scheme.',
    'Remove the Basic scheme; the specification knows bearer tokens only.',
  ],
  [
    'key-in-query-accepted key-in-access-token get-takes-the-key-from-the-query key-in-other-header-accepted key-in-a-cookie',
    'The key is read from several places, such as header ?? query.api_key ?? cookies.key; many libraries do so by default.',
    'Read the key from the Authorization header alone, and switch the other places off in the library.',
  ],
  [
    'wrong-key-is-forbidden missing-key-is-forbidden',
    'The framework treats an unknown caller as a forbidden one: HTTPBearer in older FastAPI and the default entry point of Spring Security answer 403.',
    'Answer 401 where the caller is unknown: set auto_error=False and raise 401, or configure an AuthenticationEntryPoint.',
  ],
  [
    'wrong-scheme-is-a-bad-request empty-credential-is-a-bad-request',
    'A header that does not parse is treated like a malformed request: 400.',
    'Answer 401 for every credential that is not the right one, also for one that cannot be parsed.',
  ],
  [
    'bearer-alone-crashes',
    'The header is split and its second part is used unchecked: header.split(" ")[1].trim().',
    'Check that there is a token before it is used, and answer 401 where there is none.',
  ],
  [
    'token-beyond-ascii-crashes',
    'A constant-time comparison throws for inputs of different length in bytes (timingSafeEqual) or beyond ASCII (hmac.compare_digest on str).',
    'Compare digests of fixed length, for instance the SHA-256 of both, or compare the lengths in bytes first.',
  ],
  [
    'key-in-curly-quotes-ends-the-process',
    'An exception is thrown outside of every handler, in a callback or a promise that nobody awaits, and ends the process.',
    'Await what may throw inside the handler, and answer 401 for every token that cannot be compared.',
  ],
  [
    'key-case-ignored',
    'The key is looked up in a column with a collation that ignores case, the default of MySQL and SQL Server, or with equalsIgnoreCase.',
    'Use a binary collation for keys, or compare the found key once more in code.',
  ],
  [
    'key-as-an-sql-pattern',
    'Keys are looked up with LIKE instead of =.',
    'Use = with a bound parameter, and compare the found key in code.',
  ],
  [
    'key-* first-half-of-the-key second-half-of-the-key token-ends-with-the-key token-contains-the-key',
    'Only a part is compared: startsWith, endsWith, includes, strncmp with the length of what was sent, or a loop that is off by one.',
    'Compare the whole token with the whole key, in constant time: timingSafeEqual, hmac.compare_digest, subtle.ConstantTimeCompare.',
  ],
  [
    'authorization-by-its-usual-name',
    'Header names are looked up in a plain map: headers["Authorization"]; they are not case-sensitive, and HTTP/2 sends them in lower case.',
    'Use the lookup of the framework (req.get, r.Header.Get, request.headers.get) or lower-case names first.',
  ],
  [
    '*-challenge challenge-names-basic',
    'The 401 is written by hand or by another scheme, without WWW-Authenticate: Bearer.',
    'Set WWW-Authenticate: Bearer on every 401, where the 401 is written.',
  ],
  [
    'scheme-*',
    'The scheme is compared letter by letter: header.startsWith("Bearer ").',
    'Compare the scheme without case, and only the scheme: RFC 9110 says that it is not case-sensitive.',
  ],
  [
    '*-before-key',
    'Parsing, validation or loading runs before the authentication middleware.',
    'Put authentication first in the chain, before body parsers, validators and model binding.',
  ],
  [
    'unauthorised-creation-stored-later refused-creation-stored-later',
    'The handler puts the creation into a queue before the checks have finished, and a worker stores it.',
    'Queue only what was accepted, after every check.',
  ],
  [
    'create-without-key-adds',
    'The check sends 401 and goes on: res.status(401).json(…) without return, http.Error in Go without return.',
    'Return, throw or abort right after the 401.',
  ],
  [
    'unauthorised-create-adds create-with-*-adds',
    'The write starts before the credential is verified, for instance in parallel with a call to another service.',
    'Wait for the result of the check before anything is written.',
  ],
  [
    'refused-creation-can-be-fetched',
    'A cache is filled before validation or before the transaction commits, and getPet reads it.',
    'Fill the cache after the commit, or drop what is in it where the creation fails.',
  ],
  [
    '*-adds',
    'Fields are written before all of them are checked, and nothing is rolled back when a later check fails.',
    'Validate everything first, or write in one transaction that is rolled back on refusal.',
  ],
  [
    'placeholder-*-accepted',
    'A setting that is missing becomes text that any client may send: String(undefined) in JavaScript, str(None) in Python, an empty variable in a shell or a compose file.',
    'Stop at the start if the key is not set or is empty, and compare the token with nothing but that key.',
  ],
  [
    'identity-stays-on-a-connection identity-of-a-creation-stays-on-a-connection identity-stays-on-a-thread',
    'Who was let in is kept longer than a request: in a field of the socket or the session, in a ThreadLocal or a thread-local of Python that nobody clears after an error.',
    'Keep the caller in the context of the request (req in Express, g in Flask, context in Go), and clear a ThreadLocal in finally.',
  ],
];
