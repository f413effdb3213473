type HeaderDescription = {
  readonly description: string;
  readonly schema: Readonly<Record<string, unknown>>;
  /** Whether every response that may have the header has it. */
  readonly required?: true;
};

const text = { type: 'string' } as const;

/** The described response headers, by name. */
export const responseHeaders = {
  'Access-Control-Allow-Origin': {
    description: 'Scripts of any origin may read the answer.',
    schema: { type: 'string', enum: ['*'] },
  },
  'Access-Control-Expose-Headers': {
    description: 'The headers that such a script may read.',
    schema: text,
  },
  'Cache-Control': {
    description: 'Whether and how long the answer may be kept.',
    schema: text,
  },
  Pragma: { description: 'The same for caches of HTTP/1.0.', schema: text },
  'Content-Crs': {
    description: 'The coordinate reference system of the geometries: its URI in angle brackets.',
    schema: { type: 'string', pattern: '^<.+>$' },
  },
  'Content-Location': {
    description: 'The URI of what the body shows.',
    schema: { type: 'string', format: 'uri' },
  },
  Deprecation: {
    description: 'Since when the operation is deprecated (RFC 9745).',
    schema: { type: 'string', pattern: '^@\\d+$' },
  },
  ETag: {
    description:
      'The version of the answer, for If-None-Match, and where it is not weak for If-Match.',
    schema: { type: 'string', pattern: '^(W/)?"[^"]*"$' },
  },
  'Last-Modified': { description: 'When what it shows has changed last.', schema: text },
  Link: {
    description: 'Further pages, other forms and related documents (RFC 8288).',
    schema: { type: 'string', pattern: '^<' },
  },
  Location: {
    description: 'Where to go on.',
    schema: { type: 'string', format: 'uri-reference' },
    required: true,
  },
  'OGC-NumberMatched': {
    description: 'How many features there are on all pages.',
    schema: { type: 'integer', minimum: 0 },
  },
  'Retry-After': {
    description: 'The seconds to wait before the same is asked again.',
    schema: { type: 'integer', minimum: 1 },
    required: true,
  },
  'Set-Cookie': { description: 'The session of a browser, or the secret of a form.', schema: text },
  Vary: { description: 'The headers of the request on which the answer depends.', schema: text },
  'WWW-Authenticate': {
    description: 'How to prove who one is (RFC 6750, RFC 7617).',
    schema: text,
  },
  'X-Ignored': {
    description:
      'What of the document was left out, with unknown=ignore: how many properties, and JSON pointers to them as fragments of a URI, as many as fit.',
    schema: { type: 'string', pattern: '^\\d+( #\\S*)*$' },
  },
  'X-Pending-Review': {
    description:
      'What was written waits for a reviewer, and counts for nobody until then: how many tiles wait, and their ids, as many as fit.',
    schema: { type: 'string', pattern: '^\\d+( [0-9a-f-]{36})*$' },
  },
  'X-Request-Id': {
    description: 'The id by which the log has the request.',
    schema: text,
    required: true,
  },
} as const satisfies Readonly<Record<string, HeaderDescription>>;

export type ResponseHeaderName = keyof typeof responseHeaders;

/** 1 to 255 visible characters of ASCII, with spaces allowed between them. */
export const idempotencyKeyPattern = '^[\\x21-\\x7E]([\\x20-\\x7E]{0,253}[\\x21-\\x7E])?$';

/** The described request headers, by name. */
export const requestHeaders = {
  'If-Match': {
    description:
      'The version on which a change is made: an ETag that came with it. Where something else is stored, the answer is 412.',
    schema: { type: 'string', minLength: 1 },
  },
  'If-None-Match': {
    description:
      'Of a read the ETag of what the caller has already; where nothing has changed, the answer is 304. Of a PUT *, which stores only what is not there yet.',
    schema: text,
  },
  'If-Modified-Since': {
    description: 'The time of what the caller has already, where there is no If-None-Match.',
    schema: text,
  },
  'Idempotency-Key': {
    description: 'Names the request: sent again with it, it is carried out once.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: idempotencyKeyPattern },
  },
} as const satisfies Readonly<Record<string, HeaderDescription>>;

export type RequestHeaderName = keyof typeof requestHeaders;
