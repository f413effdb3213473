import redocly from '@redocly/openapi-core';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';

import { describeService } from './described.ts';

/** Rules of the linter that are switched off, with reasons. */
const exceptions = {
  // Some operations only redirect, such as the URIs of concepts.
  'operation-2xx-response': 'off',
  // The specification has /resources/{id}/{more} beside /resources/{graph}/{id}; OpenAPI prefers the concrete path.
  'no-ambiguous-paths': 'off',
} as const;

/** Runs the linter. @returns its findings */
async function lint(document: Record<string, unknown>): Promise<readonly string[]> {
  const config = await redocly.createConfig({ extends: ['recommended-strict'], rules: exceptions });
  const source = JSON.stringify(document, null, 1);
  const problems = await redocly.lintFromString({ source, config, absoluteRef: '/openapi.json' });
  return problems.map(
    ({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer ?? ''}`,
  );
}

const documents = [
  { title: 'all operations in version 3.1', options: { version: '3.1' } },
  { title: 'all operations in version 3.0', options: { version: '3.0' } },
  { title: 'the operations of OGC API in version 3.0', options: { version: '3.0', below: '/ogc' } },
] as const;

describe.each(documents)('the OpenAPI description of $title', ({ options }) => {
  it('is valid against the schema of the OpenAPI Initiative', async () => {
    const result = await new Validator().validate(await describeService(options));
    expect([result.valid, result.errors]).toEqual([true, undefined]);
  });

  it('has no findings of the linter', async () => {
    await expect(lint(await describeService(options))).resolves.toEqual([]);
  });

  it('is the same if it is generated twice', async () => {
    const [first, second] = [await describeService(options), await describeService(options)];
    expect(JSON.stringify(first)).toBe(JSON.stringify(second));
  });
});
