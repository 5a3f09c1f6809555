import type { RemedyRow } from './remedy.ts';

export const intermittentRemedies: readonly RemedyRow[] = [
  [
    'trusted-connection-* first-request-of-a-connection-takes-any-token',
    'The check of the credential depends on what went over the connection before.',
    'The result of the check is kept with the connection, or the check runs in the background and the first request does not wait for it.',
    'Check the credential of every request, and wait for the result: connections are shared by clients behind a proxy.',
  ],
  [
    'crashes-after-silence text-after-silence byte-order-mark-after-silence first-answer-of-a-connection-as-text',
    'The first request after a pause, or on a new connection, is answered differently.',
    'Something is set up anew after idle time or for a new connection, such as a connection of the database pool, and the first request meets it half-ready.',
    'Validate connections before use (a test query, pool_pre_ping), and set headers and encodings for each response.',
  ],
  [
    '*-after-many-requests',
    'The service answers wrongly after many requests.',
    'A resource is used up after some time: memory, a counter, a cache that overflows.',
    'Watch memory and connections under load, bound caches, and release what each request takes.',
  ],
  [
    'connections-leak-*',
    'Refusals use up connections of a pool.',
    'A connection is taken from the pool and not given back where an error is answered: a return or a throw before release().',
    'Release it in finally, or with what the language has for that: with, using, defer, try-with-resources.',
  ],
  [
    'stale-pages-in-each-worker',
    'Each worker shows pages of a cache of its own.',
    'Each process has a cache in its own memory, and clears it only when it writes itself.',
    'Share one cache between all processes, clear it in all of them by a message, or do without.',
  ],
  [
    'replica-lacks-*',
    'One replica lacks pets.',
    'A replica has stopped or lags far behind, and reads still go to it.',
    'Watch the lag of replication, and take a replica out that is behind.',
  ],
  [
    'fetches-in-flight-are-crossed refusal-beside-another-request-loses-its-code',
    'Requests at the same time share state.',
    'State of a request is in a variable that all requests share: a field of a singleton, a module variable, a buffer that is reused.',
    'Keep the state in local variables or in the context of the request.',
  ],
  [
    'list-during-a-creation-* refusal-takes-creations-in-flight-with-it',
    'Other requests see a creation that is only half done.',
    'A creation consists of several steps, and other requests see or undo the state between them.',
    'Write in one transaction or under one lock, and undo only what belongs to the same request.',
  ],
  [
    'identical-creations-in-flight-are-one',
    'Equal creations at the same time become one pet.',
    'Requests with the same body that run at the same time are merged, or race for the same row.',
    'Insert a new row for every creation, without looking for an equal one first.',
  ],
  [
    'every-tenth-creation-repeats-an-id',
    'Some creations answer with the id of another pet.',
    'The id of the answer is read from a place that another request may have changed meanwhile: a shared variable, LAST_INSERT_ID on another connection.',
    'Take the id from the insert itself, on the same connection: RETURNING, getGeneratedKeys().',
  ],
  [
    'every-twelfth-creation-stored-twice',
    'Some creations store two pets.',
    'A write is repeated after a timeout although it had succeeded.',
    'Repeat a write only with a key that makes it idempotent, or not at all.',
  ],
  [
    'every-seventh-list-crashes every-ninth-creation-crashes creations-at-once-lock-the-database every-tenth-fetch-is-gone *-crashes-at-times-instead-of-*',
    'Some requests fail, whatever their input is.',
    'The service answers 5xx under load or by turns: no free connection in the pool, "database is locked" in SQLite, a worker in a bad state.',
    'Wait for a connection or a lock with a timeout and try again, enlarge the pool, and look for connections that are never given back.',
  ],
  [
    'every-third-chunked-body-is-cut',
    'Some bodies in chunks are not read to their end.',
    'The body is parsed after the first read from the socket, and the rest of a chunked body arrives later.',
    'Read until the end of the body before it is parsed: r.Body to EOF, the end event of the stream, request.get_data().',
  ],
  [
    'every-second-* every-third-* every-fourth-* every-fifth-* every-sixth-* every-seventh-* every-eighth-* every-ninth-* odd-connections-* replica-with-another-default every-tenth-list-behind-a-mark',
    'The answer depends on which worker or replica gives it.',
    'Several workers or replicas take turns, and one of them runs another version, another configuration or has a state of its own.',
    'Deploy the same build and configuration to all of them, and keep no state in a worker.',
  ],
];
