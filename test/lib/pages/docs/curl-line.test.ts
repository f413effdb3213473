import { execFileSync } from 'node:child_process';

import { describe, expect, it } from 'vitest';

import { readDocs } from '../../../../lib/http/description/docs-groups.ts';
import openApi from '../../../../lib/http/description/openapi.generated.json' with { type: 'json' };
import { curlLine, quoteForShell } from '../../../../lib/pages/docs/curl-line.ts';

const operations = readDocs(openApi).groups.flatMap((group) => group.operations);
const baseUrl = 'https://heritage.test/api';

function lineOf(id: string): string {
  const operation = operations.find((each) => each.id === id);
  return operation === undefined ? 'no such operation' : curlLine(operation, baseUrl);
}

/** The arguments that a shell passes to curl. */
const argumentsOf = (line: string): readonly string[] =>
  execFileSync('sh', ['-c', `curl() { printf '%s\\n' "$@"; }; ${line}`], {
    encoding: 'utf8',
    env: { TOKEN: 'eyJ.a.b', SESSION: 'a secret' },
  })
    .trimEnd()
    .split('\n');

describe('the curl line of an operation', () => {
  it('has placeholders in capitals for the variables of its path and for required parameters', () => {
    expect(lineOf('get-resource')).toBe(`curl ${baseUrl}/resources/RESOURCE_INSTANCE_ID`);
    expect(lineOf('get-ogc-item')).toContain('/items/FEATURE_ID');
    expect(argumentsOf(lineOf('search-concepts')).at(-1)).toBe(
      `${baseUrl}/rdm/concepts/search?q=Q`,
    );
  });

  it('has a token only where every request needs one', () => {
    expect(lineOf('get-geojson')).not.toContain('TOKEN');
    expect(argumentsOf(lineOf('delete-resource'))).toEqual([
      '-X',
      'DELETE',
      '-H',
      'Authorization: Bearer eyJ.a.b',
      `${baseUrl}/resources/RESOURCE_INSTANCE_ID?dry_run=true`,
    ]);
  });

  it('sends a body of its media type, the example if there is one', () => {
    expect(argumentsOf(lineOf('put-resource'))).toEqual(
      expect.arrayContaining(['Content-Type: application/ld+json', '@body.json']),
    );
    expect(argumentsOf(lineOf('issue-token'))).toEqual(
      expect.arrayContaining(['--data-urlencode', 'grant_type=password', 'username=editor']),
    );
    const sent = argumentsOf(lineOf('query-geojson'));
    expect(JSON.parse(sent[sent.indexOf('-d') + 1] ?? '')).toEqual(expect.any(Object));
  });

  it('sends the fields of a form that are required', () => {
    expect(argumentsOf(lineOf('write-node-value'))).toEqual(
      expect.arrayContaining(['nodeid=NODEID', 'data=DATA']),
    );
  });

  it('is one line for every operation, with the URL at the end', () => {
    const lines = operations.map((operation) => curlLine(operation, baseUrl));
    expect(lines.filter((line) => line.includes('\n'))).toEqual([]);
    const urls = lines.map((line) => argumentsOf(line).at(-1) ?? '');
    expect(urls.filter((url) => !url.startsWith(baseUrl))).toEqual([]);
  }, 60_000);
});

describe('a text in a curl line', () => {
  it.each([
    `it's`,
    '$(id)',
    '`id`',
    '"',
    String.raw`\'`,
    '; rm',
    '!x',
    'ä  b',
    '',
    '*?[a]{b}',
    '~',
  ])('reaches curl as it is: %s', (text) => {
    expect(argumentsOf(`curl ${quoteForShell(text)} end`)).toEqual([text, 'end']);
  });
});
