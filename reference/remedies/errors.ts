import type { RemedyRow } from './remedy.ts';

export const errorRemedies: readonly RemedyRow[] = [
  [
    'second-404-loses-its-code',
    'An Error loses its code in later answers.',
    'An Error object is shared by all responses and changed while one is written.',
    'Make a new Error for every response.',
  ],
  [
    '*-says-* error-status-always-400',
    'The status in the Error is not that of the response.',
    'The status in the body is a constant, or that of another layer, and not the one that is sent.',
    'Fill in the status of the body where the status of the response is set, from the same variable.',
  ],
  [
    '401-of-a-gateway 401-of-oauth 404-draws-html broken-json-draws-html broken-json-error-of-the-framework',
    'A layer in front of the handlers writes errors of its own.',
    'A layer in front of the handlers answers by itself: the router, the body parser, an authentication library, a gateway.',
    'Register an error handler for that layer too, and let it write code, message and status as JSON.',
  ],
  [
    '*-in-html-* errors-as-text-unless-json-is-asked-for get-as-text-without-accept',
    'The format of the answer depends on Accept.',
    'Errors or answers depend on Accept: pages for browsers, JSON only where it is asked for.',
    'Answer JSON whatever Accept says.',
  ],
  [
    '401-in-plain-words',
    'The 401 is plain text.',
    'The refusal is written as text: res.status(401).send("Unauthorized"), http.Error in Go.',
    'Write an Error object as JSON: { code, message, status }.',
  ],
  [
    '400-quotes-the-body *-with-a-trailing-comma',
    'The JSON of the answer is put together from text.',
    'JSON is put together from text, by concatenation or a template.',
    'Serialize objects: JSON.stringify, json.Marshal, json.dumps.',
  ],
  [
    'get-with-nan',
    'The answer has NaN in it.',
    'A number that is NaN is written as such: json.dumps in Python, some serializers in C++.',
    'Write null or leave the field out, and set allow_nan=False in Python.',
  ],
  [
    '*-behind-a-mark',
    'The answer starts with a byte order mark.',
    'A text is read from a file that starts with a byte order mark, or written with an encoder that adds one.',
    'Save the file as UTF-8 without a mark, and use new UTF8Encoding(false) in C#.',
  ],
  [
    '401-in-latin-1',
    'The answer is not in UTF-8.',
    'A text is encoded in Latin-1: a file in that encoding, getBytes() with the default of the platform.',
    'Encode every body as UTF-8.',
  ],
  [
    'list-as-text-plain create-as-text-json get-as-a-vendor-type errors-as-problem-json errors-as-text-plain no-content-type',
    'The Content-Type is not application/json.',
    'The Content-Type is missing or another one: a body written as text, application/problem+json of the framework, an own media type.',
    'Set Content-Type: application/json on every response, in one place.',
  ],
  [
    'error-without-words error-code-by-chance',
    'The code or the message of an Error says nothing.',
    'Code or message are empty, or made anew for each request, as an id for the log.',
    'Use a fixed code for each condition and a message for people, and put the id for the log into a field of its own.',
  ],
  [
    'error-shows-the-credential error-shows-a-stack-trace',
    'An Error shows what must stay inside.',
    'Errors are written in full: development mode, the whole request or the stack in the message.',
    'Run in production mode, log the details, and answer with code and message only.',
  ],
  [
    'no-status-is-*',
    'A pet without a status is written with a placeholder.',
    'A pet without a status is written with null, "" or a placeholder: the serializer writes empty fields.',
    'Leave the field out: omitempty on a pointer in Go, JsonInclude(NON_NULL) in Jackson, JsonIgnoreCondition.WhenWritingNull, exclude_none in pydantic.',
  ],
  [
    '400-* 404-* several-mistakes-as-a-list error-in-an-envelope get-401-without-a-code limit-422-without-an-error 415-without-a-code-* id-422-without-a-message',
    'The Error has other fields or other types.',
    'The error body is that of the framework or of one handler, with other fields or other types: detail, errors, a list of messages, status in quotes.',
    'Write every error with one function: code as text, message as text, status as an integer, at the top level.',
  ],
];
