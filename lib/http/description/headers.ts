type HeaderDescription = {
  readonly description: string;
  readonly schema: Readonly<Record<string, unknown>>;
  /** Whether the header is always sent with the responses for which it is described. */
  readonly required?: true;
};

const text = { type: 'string' } as const;

/** The described response headers, by name. */
export const responseHeaders = {
  'Access-Control-Allow-Origin': {
    description: 'Scripts of any origin may read the response.',
    schema: { type: 'string', enum: ['*'] },
  },
  'Access-Control-Expose-Headers': {
    description: 'The response headers that scripts of any origin may read.',
    schema: text,
  },
  'Cache-Control': {
    description: 'Whether and how long the response may be cached.',
    schema: text,
  },
  Pragma: { description: 'Like Cache-Control, for HTTP/1.0 caches.', schema: text },
  'Content-Crs': {
    description: 'The coordinate reference system of the geometries: its URI in angle brackets.',
    schema: { type: 'string', pattern: '^<.+>$' },
  },
  'Content-Language': { description: 'The language of the words of a page.', schema: text },
  'Content-Location': {
    description: 'The URI of the object in the body.',
    schema: { type: 'string', format: 'uri' },
  },
  Deprecation: {
    description: 'When the operation was deprecated (RFC 9745).',
    schema: { type: 'string', pattern: '^@\\d+$' },
  },
  ETag: {
    description: 'The entity tag for If-None-Match and, if it is not weak, for If-Match.',
    schema: { type: 'string', pattern: '^(W/)?"[^"]*"$' },
  },
  'Last-Modified': { description: 'The time of the last change.', schema: text },
  'Content-Disposition': {
    description: 'The name of the file for `format=csv`.',
    schema: text,
  },
  Link: {
    description: 'Other pages, other formats and related documents (RFC 8288).',
    schema: { type: 'string', pattern: '^<' },
  },
  Location: {
    description: 'The URI of the created object, or the target of the redirect.',
    schema: { type: 'string', format: 'uri-reference' },
    required: true,
  },
  'OGC-NumberMatched': {
    description: 'The number of features on all pages.',
    schema: { type: 'integer', minimum: 0 },
  },
  'Retry-After': {
    description: 'Seconds to wait before sending the request again.',
    schema: { type: 'integer', minimum: 1 },
    required: true,
  },
  'Set-Cookie': { description: 'The session cookie or the cookie of a form.', schema: text },
  Vary: { description: 'The request headers on which the response depends.', schema: text },
  'WWW-Authenticate': {
    description: 'How to authenticate (RFC 6750, RFC 7617).',
    schema: text,
  },
  'X-Ignored': {
    description:
      'What was ignored. Of JSON-LD with unknown=ignore: the number of parts of the document, and JSON Pointers to them as URI fragments, as many as fit. Of a list: the names of parameters that mean nothing, encoded as in a URI.',
    schema: { type: 'string', pattern: '^(\\d+( #\\S*)*|[^, ]+(, [^, ]+)*)$' },
  },
  'X-Pending-Review': {
    description:
      'The tiles whose changes wait for a reviewer before they take effect: their number, and their ids, as many as fit.',
    schema: { type: 'string', pattern: '^\\d+( [0-9a-f-]{36})*$' },
  },
  'X-Request-Id': {
    description: 'The id of the request in the log.',
    schema: text,
    required: true,
  },
  'X-Total-Count': {
    description: 'With count=exact: the number of items on all pages, at most 10,000.',
    schema: { type: 'integer', minimum: 0 },
  },
  'X-Total-Count-Relation': {
    description: 'With count=exact: eq if there are exactly so many, gte if there may be more.',
    schema: { type: 'string', enum: ['eq', 'gte'] },
  },
  'X-Unknown-Files': {
    description:
      'The files that the tiles name although nothing knows them: their number, and their ids, as many as fit. Nobody can upload a file under such an id.',
    schema: { type: 'string', pattern: '^\\d+( [0-9a-f-]{36})*$' },
  },
} as const satisfies Readonly<Record<string, HeaderDescription>>;

export type ResponseHeaderName = keyof typeof responseHeaders;

/** 1 to 255 visible ASCII characters, or spaces between them. */
export const idempotencyKeyPattern = '^[\\x21-\\x7E]([\\x20-\\x7E]{0,253}[\\x21-\\x7E])?$';

/** The described request headers, by name. */
export const requestHeaders = {
  'If-Match': {
    description:
      'The ETag of the version that the request changes. If another version is stored, the response is 412.',
    schema: { type: 'string', minLength: 1 },
  },
  'If-None-Match': {
    description:
      'For reads: the ETag of the version that the caller already has; if nothing has changed, the response is 304. For PUT: * stores only a new object.',
    schema: text,
  },
  'If-Modified-Since': {
    description:
      'The Last-Modified time of the version that the caller already has. Ignored if If-None-Match is sent.',
    schema: text,
  },
  'Idempotency-Key': {
    description:
      'Identifies the request. If it is sent again with the same key, it is executed only once.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: idempotencyKeyPattern },
  },
} as const satisfies Readonly<Record<string, HeaderDescription>>;

export type RequestHeaderName = keyof typeof requestHeaders;
