import fc from 'fast-check';

import type { RouteExamples } from '../functions/examples.ts';
import type { FuzzEvent } from './fuzz-event.ts';

/** A function of the API, with a resource and a method that are routed to it. */
export type FuzzTarget = {
  readonly functionId: string;
  readonly resource: string;
  readonly method: string;
  readonly isStreamed: boolean;
  /** The names of its parameters and of the fields of its form. */
  readonly parameterNames: readonly string[];
};

type Vocabulary = {
  readonly targets: readonly FuzzTarget[];
  readonly examples: RouteExamples;
  /** Bodies that the service accepts. */
  readonly bodies: readonly string[];
};

const oddTexts: readonly string[] = [
  '',
  ' ',
  '0',
  '-1',
  'null',
  'NaN',
  'true',
  '1e400',
  '-0',
  '9'.repeat(400),
  '1'.repeat(9000),
  '__proto__',
  'constructor',
  'toString',
  '\0',
  '\uFEFF',
  '\uD800',
  '\u{1F600}',
  '\u202E',
  "' or 1=1 --",
  ':p1',
  '$1',
  '${7*7}',
  '../../etc/passwd',
  '%00',
  '%',
  '%zz',
  '%C0%AF',
  '%2F',
  '<script>',
  ',',
  'a,,b',
  '*',
  '"',
  '\\',
  '\r\nX-Injected: 1',
  ';',
  '=',
  '[]',
  'x'.repeat(9000),
  '['.repeat(9000),
  '("'.repeat(3000),
  '(('.repeat(3000),
  '{"a":'.repeat(1500),
  'geojson',
  'csv',
  'text/turtle',
  'POINT(1 2)',
  '1,2,3,4',
];

const oddMethods = ['get', 'HEAD', 'OPTIONS', 'TRACE', 'PATCH', 'PROPFIND', '', '__proto__'];

const contentTypes = [
  'application/json',
  'application/ld+json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'multipart/form-data',
  'text/plain',
  'application/json; charset=utf-16',
  'APPLICATION/JSON;;',
  '',
  '/',
  'text/turtle',
];

/** `{reader}` and `{administrator}` are placeholders for the tokens of these callers, so that events can be stored in files. */
const authorizations = [
  'Bearer {reader}',
  'Bearer {administrator}',
  'Bearer {administrator}',
  'Bearer {administrator}',
  'bearer  {reader}',
  'Bearer',
  'Bearer a.b.c',
  'Basic {reader}',
  'Basic YTpi',
  'Bearer {reader}x',
];

const headerNames = [
  'Accept',
  'Accept-Language',
  'Accept-Encoding',
  'If-Match',
  'If-None-Match',
  'If-Modified-Since',
  'Idempotency-Key',
  'Cookie',
  'Origin',
  'Range',
  'X-Forwarded-For',
  'X-HTTP-Method-Override',
  'X-Request-Id',
  'Host',
  'Access-Control-Request-Method',
  'Access-Control-Request-Headers',
  'Prefer',
  '__proto__',
];

/** Makes events of API Gateway, most of them damaged somewhere. */
export function arbitraryEvent({ targets, examples, bodies }: Vocabulary): fc.Arbitrary<FuzzEvent> {
  const exampleTexts = [...new Set(Object.values(examples))];
  const text = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...exampleTexts) },
    { weight: 4, arbitrary: fc.constantFrom(...oddTexts) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
    { weight: 1, arbitrary: fc.integer().map(String) },
    { weight: 1, arbitrary: fc.double().map(String) },
  );
  return fc.constantFrom(...targets).chain((target) => {
    const name = fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom('format', 'indent', ...target.parameterNames) },
      { weight: 1, arbitrary: text },
    );
    const mostlyFrom = (knownValues: readonly string[]): fc.Arbitrary<string> =>
      fc.oneof(
        { weight: 3, arbitrary: fc.constantFrom(...knownValues) },
        { weight: 1, arbitrary: text },
      );
    const parameters = fc.array(fc.tuple(name, text), { maxLength: 5 });
    const header = fc.oneof(
      { weight: 4, arbitrary: fc.tuple(fc.constant('Authorization'), mostlyFrom(authorizations)) },
      { weight: 4, arbitrary: fc.tuple(fc.constant('Content-Type'), mostlyFrom(contentTypes)) },
      { weight: 3, arbitrary: fc.tuple(fc.constantFrom(...headerNames), text) },
      {
        weight: 1,
        arbitrary: fc.tuple(
          name.map((parameter) => `X-SERVICE-${parameter}`),
          text,
        ),
      },
      { weight: 1, arbitrary: fc.tuple(text, text) },
    );
    return fc.record({
      functionId: fc.constant(target.functionId),
      isStreamed: fc.constant(target.isStreamed),
      resource: fc.constant(target.resource),
      httpMethod: mostlyFrom([target.method]).chain((method) =>
        fc.oneof(
          { weight: 9, arbitrary: fc.constant(target.method) },
          fc.constantFrom(method, ...oddMethods),
        ),
      ),
      pathParameters: arbitraryPathVariables(target.resource, examples, text),
      headers: fc.array(header, { maxLength: 6 }),
      query: parameters,
      /** Whether headers and query are sent as single values, as lists of values, in both forms, or not at all. */
      forms: fc.constantFrom('both', 'both', 'single', 'multiple', 'neither'),
      body: fc.oneof(
        { weight: 1, arbitrary: fc.constant(null) },
        { weight: 3, arbitrary: fc.constantFrom(...bodies).chain(arbitraryDamage) },
        {
          weight: 3,
          arbitrary: parameters.map((fields) => new URLSearchParams(fields).toString()),
        },
        {
          weight: 2,
          arbitrary: parameters.map((fields) => JSON.stringify(Object.fromEntries(fields))),
        },
        { weight: 1, arbitrary: parameters.map(formatMultipartBody) },
        { weight: 1, arbitrary: fc.json() },
        { weight: 1, arbitrary: text },
      ),
      encoding: fc.constantFrom('base64', 'base64', 'plain', 'wrong'),
      context: fc.constantFrom('whole', 'whole', 'whole', 'no identity', 'empty', 'missing'),
    });
  });
}

/** Values for the variables of a path, most of them valid. */
function arbitraryPathVariables(
  resource: string,
  examples: RouteExamples,
  text: fc.Arbitrary<string>,
): fc.Arbitrary<Readonly<Record<string, string>> | null> {
  const names = Array.from(resource.matchAll(/\{([^{}+]+)\+?\}/g), ([, name = '']) => name);
  if (names.length === 0) return fc.constant(null);
  const exampleValue = fc.constantFrom(...new Set(Object.values(examples)));
  const values = fc.record(
    Object.fromEntries(
      names.map((name) => [name, fc.oneof({ weight: 3, arbitrary: exampleValue }, text)]),
    ),
  );
  return fc.oneof({ weight: 15, arbitrary: values }, fc.constant(null));
}

/** The text itself, or mostly the text with one part replaced by another text. */
function arbitraryDamage(text: string): fc.Arbitrary<string> {
  const whole = { weight: 1, arbitrary: fc.constant(text) };
  const part = fc
    .tuple(
      fc.nat(text.length),
      fc.nat(30),
      fc.constantFrom('', '"', '[', '}', ',', 'null', '1', '"@id":', ...oddTexts),
    )
    .map(
      ([start, length, replacement]) =>
        text.slice(0, start) + replacement + text.slice(start + length),
    );
  return fc.oneof(whole, { weight: 4, arbitrary: part });
}

function formatMultipartBody(fields: readonly (readonly [string, string])[]): string {
  const parts = fields.map(
    ([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return `${parts.join('')}--x--\r\n`;
}
