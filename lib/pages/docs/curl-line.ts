import { isObject } from '../../model/datatypes/values/json-values.ts';
import type { DocsContent, DocsOperation } from '../../http/description/docs-groups.ts';
import { hasDryRun, needsSession, needsToken } from './operation-kinds.ts';

/**
 * Writes a request to an operation as a line for a POSIX shell. What the reader must fill in is in capitals. A write is a dry run, if the
 * operation has one.
 */
export function curlLine(operation: DocsOperation, baseUrl: string): string {
  const { method, parameters, path, requestBody } = operation;
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => placeholder(name));
  const sent = [
    ...parameters
      .filter((parameter) => parameter.in === 'query' && parameter.required)
      .map(({ name }) => `${name}=${placeholder(name)}`),
    ...(hasDryRun(operation) ? ['dry_run=true'] : []),
  ];
  const query = sent.length === 0 ? '' : `?${sent.join('&')}`;
  const body = requestBody?.contents[0];
  return [
    'curl',
    ...(method === 'GET' ? [] : ['-X', method]),
    // The shell replaces these variables, so they are in double quotes.
    ...(needsToken(operation) ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...(needsSession(operation) ? ['-b "__Host-heritage-session=$SESSION"'] : []),
    ...(body === undefined ? [] : bodyOptions(body)),
    quoteForShell(`${baseUrl}${address}${query}`),
  ].join(' ');
}

const placeholder = (name: string): string =>
  name.replaceAll(/([a-z])([A-Z])/g, '$1_$2').toUpperCase();

function bodyOptions({ mediaTypes, fields, examples }: DocsContent): readonly string[] {
  const [mediaType = ''] = mediaTypes;
  const example = examples[0]?.value;
  if (mediaType === 'application/x-www-form-urlencoded') {
    const values = isObject(example)
      ? Object.entries(example).map(([name, value]) => [name, String(value)])
      : fields.filter(({ isRequired }) => isRequired).map(({ name }) => [name, placeholder(name)]);
    return values.flatMap(([name, value]) => [
      '--data-urlencode',
      quoteForShell(`${name}=${value}`),
    ]);
  }
  const data = example === undefined ? '@body.json' : JSON.stringify(example);
  return ['-H', quoteForShell(`Content-Type: ${mediaType}`), '-d', quoteForShell(data)];
}

/** Quotes a text, so that a POSIX shell passes it on as it is. */
export function quoteForShell(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
