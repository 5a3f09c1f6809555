import type { RemedyRow } from './remedy.ts';

export const bodyRemedies: readonly RemedyRow[] = [
  [
    'body-beyond-1000-bytes-refused',
    'Longer bodies are refused.',
    'The limit of the parser is small: limit: "1kb" in body-parser, client_max_body_size in nginx, http.MaxBytesReader in Go.',
    'Allow bodies of at least 100 KB.',
  ],
  [
    'chunked-body-is-empty only-the-first-chunk-is-read only-the-last-chunk-is-read chunked-sold-pets-refused',
    'Bodies in chunks are not read to their end.',
    'The body is read by Content-Length, or with a single read() or one data event, and a chunked body has no length and several pieces.',
    'Read until the end of the stream: the body parser of the framework, io.ReadAll, concatenation of all chunks.',
  ],
  [
    'each-chunk-decoded-alone',
    'A character at the border of two chunks is broken.',
    'Each chunk is turned into text alone (body += chunk), and a character may be cut by the border of two chunks.',
    'Collect bytes and decode them once, or use a streaming decoder: Buffer.concat, StringDecoder, an incremental decoder.',
  ],
  [
    'only-compact-json escape-needs-text-before-it capital-hex-digits-unread escaped-keys-unread name-must-come-first surrogate-pairs-* second-half-of-pairs-dropped escaped-*',
    'Some notations of JSON are not understood.',
    'The JSON is read by hand, with patterns or by position, or by a parser that does not know every escape.',
    'Use a complete JSON parser: JSON.parse, encoding/json, Jackson, System.Text.Json, json in Python.',
  ],
  [
    'empty-body-breaks-the-connection broken-json-beyond-ascii-breaks-the-connection broken-json-beyond-ascii-crashes null-body-crashes other-type-crashes',
    'A body that cannot be read crashes the service.',
    'What is thrown while the body is read or refused is not caught: fields of null, half a character in a message, a body without a parser.',
    'Catch errors of parsing in one place, and answer 400 with an Error; check that the body is an object before its fields are read.',
  ],
  [
    'empty-body-is-411',
    'An empty body is refused with 411.',
    'The web server in front refuses a POST without a body by itself.',
    'Let it pass such requests on, or map its answer to a 400 with an Error body.',
  ],
  [
    'missing-brace-forgiven cut-body-accepted',
    'Bodies that are cut off are accepted.',
    'A tolerant or repairing parser is used, or an error of parsing is ignored and defaults are used.',
    'Use a strict parser, and answer 400 where it fails.',
  ],
  [
    'list-body-unwrapped text-body-unwrapped',
    'A body that is not an object is unwrapped.',
    'The body is unwrapped before it is checked: UNWRAP_SINGLE_VALUE_ARRAYS in Jackson, JSON.parse of the parsed value.',
    'Require an object at the top level, and answer 400 for anything else.',
  ],
  [
    'form-accepted xml-accepted text-is-a-name',
    'Bodies in other formats than JSON are accepted.',
    'Several body parsers are tried one after the other, whatever the Content-Type is.',
    'Register the JSON parser alone for POST /pets.',
  ],
  [
    'trailing-text-ignored first-of-several-documents last-of-several-documents json-up-to-a-nul json-with-extra-braces',
    'What follows the JSON object is ignored.',
    'Reading stops at the end of the first value: Decoder.Decode in Go, Jackson without FAIL_ON_TRAILING_TOKENS, cJSON_Parse.',
    'Check that nothing follows: decoder.More() or json.Unmarshal in Go, FAIL_ON_TRAILING_TOKENS in Jackson, cJSON_ParseWithOpts.',
  ],
  [
    'keys-without-case',
    'Keys are matched without regard to case.',
    'The JSON library matches keys without case: encoding/json in Go, PropertyNameCaseInsensitive in ASP.NET, cJSON_GetObjectItem.',
    'Switch that off: PropertyNameCaseInsensitive = false, cJSON_GetObjectItemCaseSensitive, or a check of the keys in Go.',
  ],
  [
    'json-with-* literals-in-any-case',
    'The parser accepts more than JSON.',
    'A lenient parser or mode is used: JSON5, YAML, eval, Gson (lenient by default), AllowTrailingCommas, NaN in the json module of Python.',
    'Use the strict mode: Strictness.STRICT in Gson, parse_constant in Python, the defaults of System.Text.Json and Jackson.',
  ],
  [
    'media-type-with-charset-refused',
    'Content-Type with a charset is refused.',
    'The header is compared as a whole, as in contentType === "application/json", although parameters may follow.',
    'Compare the part before the semicolon: mime.ParseMediaType in Go, MediaType.isCompatibleWith in Spring, request.is_json in Flask.',
  ],
  [
    'yaml-accepted',
    'Bodies in YAML are accepted.',
    'The body is read with a YAML parser (yaml.safe_load, js-yaml, SnakeYAML), for which JSON is only one of many notations.',
    'Read bodies with a JSON parser: json.loads, JSON.parse, ObjectMapper.',
  ],
  [
    'validator-keeps-its-errors',
    'A refusal changes the answer to the next request.',
    'A validator is shared by requests and keeps a list of errors, such as validate.errors in ajv or a form object that is used again.',
    'Make a new validator for every request, or copy and clear its errors before the next one.',
  ],
  [
    'parser-keeps-the-rest-of-a-body',
    'The rest of a broken body is read with the next one.',
    'A streaming parser or a buffer is used for all requests of a connection, and what was left of a broken body stays in it.',
    'Make a new parser for every body, and read a body to its end also when it is refused.',
  ],
  [
    'empty-body-restarts-the-process',
    'An empty body ends the process.',
    'A creation without a body gives null or undefined, and reading a field of it throws where nobody catches it.',
    'Answer 400 if there is no object, before any field is read, and put an error handler around every route.',
  ],
];
