import { readFileSync } from 'node:fs';
import path from 'node:path';

import { describe, expect, it } from 'vitest';

import { InvalidSettings, readSettings } from '../../lib/settings.ts';

const repositoryRoot = path.resolve(import.meta.dirname, '../..');
const sourceCode = readFileSync(path.join(repositoryRoot, 'lib/settings.ts'), 'utf8');
const settingsPage = readFileSync(path.join(repositoryRoot, 'docs/settings.md'), 'utf8');

/** The names of all settings. */
const names = [...sourceCode.matchAll(/(?:read\(\s*|variables\[)'((?:PORT|HDS_|AWS_)\w*)'/g)].map(
  ([, name = '']) => name,
);

/** The error message for a value of a setting; undefined if the value is valid. */
function findProblem(name: string, value: string): string | undefined {
  try {
    readSettings({ [name]: value });
    return undefined;
  } catch (error) {
    if (!(error instanceof InvalidSettings)) throw error;
    return error.message;
  }
}

/** Every setting refuses at least one of these values, except settings that accept any text. */
const testValues = ['not one', '-1', '0', '0.5', '1e30', 'x'.repeat(5000), 'ftp://x', '/'];

describe('an invalid setting', () => {
  it.each(names)('is reported with its allowed values, in one line of its own: %s', (name) => {
    const problems = testValues.flatMap((value) => findProblem(name, value) ?? []);
    for (const problem of problems) {
      expect(problem).toMatch(
        new RegExp(`^Invalid settings:\\n  ${name}: must (be|have) \\S[^\\n]*$`),
      );
    }
    const settingsWithAnyText = ['HDS_FORMER_BASE_URLS', 'HDS_PARAMETER_HEADERS'];
    expect(problems.length > 0).toBe(!settingsWithAnyText.includes(name));
  });

  it.each([
    ['PORT', '65536', 'must be a whole number from 1 to 65535'],
    ['HDS_TOKEN_SECONDS', '59', 'must be a whole number from 60 to 604800'],
    ['HDS_REFRESH_TOKEN_SECONDS', '31536001', 'must be a whole number from 3600 to 31536000'],
    ['HDS_HISTORY_PAGE_SIZE', '1001', 'must be a whole number from 1 to 1000'],
    ['HDS_STREAM_MEGABYTES', 'many', 'must be a whole number from 1 to 10000'],
    ['HDS_FRONT_SECRET_HASHES', 's'.repeat(64), 'must be the SHA-256 of a secret'],
    ['HDS_VIEWER_ADDRESS_HEADER', 'x-address', 'must be used with HDS_FRONT_SECRET_HASHES'],
    ['HDS_SAMPLE', 'maybe', 'must be on or off'],
    ['HDS_SCHEMA_TYPES', 'heritage-place=Place', 'must be ids of models with types of schema.org'],
    ['HDS_MODEL_COLLECTIONS', 'monument', 'must be on, off, or slugs or ids of models'],
    ['HDS_MODEL_COLLECTIONS', 'on,person=', 'must be on, off, or slugs or ids of models'],
    ['HDS_ANSWERS', 'slowly', 'must be stream or buffered'],
    ['HDS_SPATIAL_VIEW_SRID', '27700', 'must be 3857 or 4326'],
    ['HDS_DATABASE', 'x'.repeat(65), 'must have 1 to 64 characters'],
    ['HDS_BASE_URL', 'heritage.example.org', 'must be a URL such as https://heritage'],
  ])('is reported with its range or its allowed values: %s', (name, value, expected) => {
    expect(findProblem(name, value)).toContain(`${name}: ${expected}`);
  });

  it('is reported together with all other invalid settings', () => {
    expect(() => readSettings({ PORT: '0', HDS_SAMPLE: 'maybe' })).toThrow(
      /PORT: .*\n {2}HDS_SAMPLE: /,
    );
  });
});

it.each([
  [{ AWS_ENDPOINT_URL: 'http://all.test' }, 'http://all.test'],
  [
    { AWS_ENDPOINT_URL: 'http://all.test', AWS_ENDPOINT_URL_SECRETS_MANAGER: 'http://one.test' },
    'http://one.test',
  ],
])(
  'the address for all services of AWS is used for those without one of their own: %j',
  (variables, expected) => {
    expect(readSettings(variables).secretsEndpoint).toBe(expected);
  },
);

it('docs/settings.md describes every setting, except those that only npm start or Lambda sets', () => {
  const internalSettings = [
    'HDS_EXPORT_LINKS',
    'HDS_FILE_LINKS',
    'AWS_ENDPOINT_URL_S3',
    'AWS_LAMBDA_RUNTIME_API',
    'HDS_ASSET_FOLDER',
  ];
  const undocumentedNames = names.filter((name) => !settingsPage.includes(`\`${name}\``));
  expect(undocumentedNames.toSorted()).toEqual(internalSettings.toSorted());
});
