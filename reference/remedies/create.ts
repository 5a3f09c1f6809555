import type { RemedyRow } from './remedy.ts';

export const createRemedies: readonly RemedyRow[] = [
  [
    'created-as-200 created-as-202 create-queued-in-large-stores',
    'The handler leaves the status to the framework, whose default for POST is 200, or answers as if the work were queued.',
    'Answer 201: res.status(201), @ResponseStatus(CREATED), status_code=201, w.WriteHeader(http.StatusCreated).',
  ],
  [
    'create-stops-at-ninety',
    'A quota of a plan or tenant ends creations with 403.',
    'Lift the quota for the target that is tested; the document has no such status.',
  ],
  [
    'status-required',
    'The status is required in the schema or the column: NOT NULL, @NotNull, a field without a default in pydantic.',
    'Make the status optional: a pet may have none.',
  ],
  [
    'every-creation-refused every-status-refused sold-refused',
    'The validator knows another schema than the document: a required field too many, a field or value that is not allowed.',
    'Validate with the documented schema: name and categoryId required, status optional and one of three.',
  ],
  [
    'create-answers-id-only create-wraps-the-pet',
    'The answer is written by hand: { id } or { data: pet }.',
    'Answer with the whole pet, at the top level, written by the same mapping as in getPet.',
  ],
  [
    'no-body-with-a-status-for-any-accept',
    'The body of a 201 depends on the Accept or Prefer header.',
    'Always write the pet as JSON into the 201.',
  ],
  [
    'id-as-text large-category-as-text',
    'Integers are written as strings so that browsers keep their digits: ToStringSerializer in Jackson, the ,string tag in Go, BigInt.toString().',
    'Write a JSON number, without quotes; clients that need exact digits parse them so.',
  ],
  [
    'id-unsigned id-outgrows-int64',
    'Ids are unsigned 64-bit numbers, random or from a sequence: BIGINT UNSIGNED, uint64, hash values.',
    'Use signed 64-bit ids, from 1 on.',
  ],
  [
    'same-body-same-pet',
    'Requests are deduplicated by their body, or an upsert (ON CONFLICT DO NOTHING, get_or_create) finds the earlier pet.',
    'Insert a new row for every creation; deduplicate only by a key that the client sends for that purpose.',
  ],
  [
    'second-identical-create-crashes',
    'A unique index covers fields that need not be unique, such as the name.',
    'Drop the unique index; only the id is unique.',
  ],
  [
    'id-read-back-too-late',
    'The new id is read with a second query: SELECT MAX(id), or the last row.',
    'Take the id from the insert itself: RETURNING, LAST_INSERT_ID() on the same connection, getGeneratedKeys().',
  ],
  [
    'created-twice',
    'The insert runs twice: a listener that is registered twice, or a retry after a timeout of a write that had succeeded.',
    'Register the listener once, and make retries of writes idempotent.',
  ],
  [
    'client-id-*',
    'The whole body is bound to the entity, id included: save(entity) in JPA and upserts in ORMs then replace the row with that id.',
    'Copy name, categoryId and status only, into a type for requests without an id.',
  ],
  [
    'category-through-double category-kept-as-double category-shared-with-its-neighbour large-category-without-status-rounded large-category-of-sold-pets-rounded large-category-in-chunks-rounded large-category-in-front-rounded',
    'Numbers go through a double: JSON.parse in JavaScript, map[string]any in Go, Gson into Object, a DOUBLE column or key.',
    'Read categoryId as an int64: json-bigint or a string in JavaScript, a struct with int64 or UseNumber in Go, long in Java and C#, BIGINT in the table.',
  ],
  [
    'category-in-53-bits category-in-32-bits category-2-31-becomes-negative',
    'The number is cut to fewer bits: INT instead of BIGINT, (int) in Java and C#, | 0 in JavaScript, int32 in Go.',
    'Use 64-bit integers in the code and in the column.',
  ],
  [
    'category-beyond-53-bits-refused category-beyond-32-bits-refused highest-category-refused large-category-of-pending-pets-refused',
    'The range in the validator is too small: Number.isSafeInteger, @Max with 2^31 - 1, an INT column, an exclusive bound.',
    'Accept every int64, both ends included.',
  ],
  [
    'category-zero-becomes-one category-zero-of-sold-pets-replaced',
    'Zero counts as "not set": categoryId || 1, the zero value in Go, default(int) in C#.',
    'Ask whether the field is there (?? in JavaScript, a pointer in Go, a nullable type), and keep 0 or refuse it with 400.',
  ],
  [
    'negative-category-loses-its-sign category-loses-zeros',
    'The number is handled as text or as an unsigned type: abs(), BIGINT UNSIGNED, trimming of zeros.',
    'Keep categoryId as a signed 64-bit integer.',
  ],
  [
    '*-loses-status status-not-stored pending-becomes-available status-only-at-the-end status-first-ignored status-before-the-name-ignored',
    'The status gets lost on one path: a column missing in the INSERT, fields read by position, a parser that stops early, a default that overwrites it.',
    'Parse the body with one JSON parser into one type, and store all three fields with one statement.',
  ],
  [
    'missing-name-crashes category-object-crashes status-object-crashes category-beyond-int64-crashes',
    'A field is used before its type is known, and what is thrown becomes a 500: name.length, a cast, Enum.valueOf, an overflow.',
    'Validate the body against the schema before it is used, and answer 400 for what does not fit.',
  ],
  [
    'name-optional category-optional empty-object-accepted sold-pets-need-no-name',
    'A field that is missing becomes the default of the type: "" and 0 in Go, 0 for int in C# and Java, a default in pydantic.',
    'Make the field required: pointers and a check in Go, [Required] with nullable types or JsonRequired in C#, @NotNull on Long in Java.',
  ],
  [
    'invalid-pet-is-422 status-null-is-422 broken-json-is-422 bad-status-is-409',
    'The framework or the handler has another status for invalid bodies: 422 in FastAPI, Rails and Laravel, 409 for a conflict.',
    'Answer 400: an exception handler for RequestValidationError in FastAPI, the response factory in ASP.NET.',
  ],
  [
    'name-number-as-text name-null-is-empty name-list-joined name-zero-as-text',
    'The name is converted to text: String(name), str(), a lenient setting of the JSON library (Jackson and pydantic coerce scalars).',
    'Check the type before the value: typeof name === "string", StrictStr in pydantic, ALLOW_COERCION_OF_SCALARS off in Jackson.',
  ],
  [
    'category-fraction-cut category-negative-fraction-cut category-nearly-an-integer category-with-a-negative-exponent',
    'The number is read as a double and cut: Math.trunc, (long), int(), ACCEPT_FLOAT_AS_INT in Jackson; a test for fractions has gaps.',
    'Refuse what is not an integer: Number.isInteger, StrictInt in pydantic, ACCEPT_FLOAT_AS_INT off in Jackson.',
  ],
  [
    'category-text-as-number category-long-text-as-number category-null-is-zero category-true-is-one category-empty-text-is-zero category-empty-list-is-zero category-list-of-one',
    'Another type is converted to a number: Number(value) or +value in JavaScript, (int) in PHP, coercion in pydantic, ajv (coerceTypes) or Jackson.',
    'Switch coercion off and check the type: typeof, StrictInt, coerceTypes: false, ALLOW_COERCION_OF_SCALARS off.',
  ],
  [
    'category-wraps category-wraps-once category-saturates category-one-below-the-range category-one-above-the-range',
    'The range is not checked, or checked after a conversion that wraps or saturates, or the bound is off by one.',
    'Check -2^63 to 2^63 - 1 on the number as it was sent, and answer 400 outside of it.',
  ],
  [
    'bad-status-dropped bad-status-stored status-case-ignored status-empty-dropped status-by-number status-list-of-one long-bad-status-dropped status-false-dropped',
    'The status is not checked, or converted before the check: any text in the column, toLowerCase(), a falsy test, an index into the enumeration.',
    'Compare the value as it was sent with the three statuses, and answer 400 for anything else.',
  ],
  [
    'status-null-stored',
    'The validator skips null as it skips a missing field, and the body is stored as it came: IsOptional in class-validator, Optional in pydantic.',
    'Refuse an explicit null with 400 (ValidateIf in class-validator), or drop it before the pet is stored.',
  ],
  [
    'status-null-dropped status-null-is-available',
    'A null and a missing field are the same in the type: optional fields in Go, Java, C# and pydantic.',
    'Refuse an explicit null with 400: a custom deserializer, a union without null in the schema.',
  ],
  [
    'free-client-id-given-again free-client-id-breaks-the-sequence',
    'The whole body becomes the row, so an id of the client is inserted and the sequence does not know of it: Object.assign(pet, body), Pet.create(params), a model bound to the body.',
    'Take name, categoryId and status from the body and nothing else: strong parameters in Rails, a type without id for the request in Go, Java and C#.',
  ],
  [
    'name-object-as-text name-true-as-text',
    'Text is made of whatever is there: String(name) and template strings in JavaScript, str() in Python, fmt.Sprint in Go.',
    'Check the type before the value: typeof name === "string", isinstance(name, str), a string field in a typed decoder.',
  ],
  [
    'name-empty-list-is-empty',
    'An empty list is converted to empty text or counts as no value: [].join() in JavaScript, not name in Python, empty() in PHP.',
    'Check the type before the value: typeof name === "string", isinstance(name, str), is_string().',
  ],
  [
    'category-object-unwrapped',
    'A binder accepts an object with an id in place of a reference, as ORMs and Jackson with @JsonIdentityReference do.',
    'Accept an integer alone: a Long in the type of the request, StrictInt in pydantic.',
  ],
  [
    'status-true-is-any',
    'The status is compared loosely: true == "available" is true in PHP before 8, in_array() without its third argument, switch with ==.',
    'Compare with the type: ===, in_array($status, $all, true), an enumeration.',
  ],
  [
    'status-object-dropped',
    'A status of another type is ignored instead of refused, as in if (typeof status === "string") without else.',
    'Answer 400 to every status that is there and is not one of the three.',
  ],
  [
    'create-never-answered',
    'The handler waits for another service without a timeout: fetch without a signal, http.DefaultClient in Go, requests without timeout in Python.',
    'Set a timeout on every outgoing call, and do what the answer does not need after it is sent.',
  ],
  [
    'create-crashes-after-storing',
    'Something after the insert fails, such as a notification or a log, and turns a success into a 500.',
    'Send notifications after the answer or from a queue, and catch what they throw.',
  ],
];
