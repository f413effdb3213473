import { describe, expect, it } from 'vitest';

import { loadOperations } from '../../../../infra/generate/operations.ts';
import { readDocs } from '../../../../lib/http/description/docs-groups.ts';
import openApi from '../../../../lib/http/description/openapi.generated.json' with { type: 'json' };

describe('the responses of an operation on the page of all operations', () => {
  it('have the descriptions of the operation, not those of the components to which they refer', async () => {
    const shownResponses = readDocs(openApi)
      .groups.flatMap(({ operations }) => operations)
      .flatMap(({ id, responses }) =>
        responses.map(({ status, description }) => `${id} ${status}: ${description}`),
      );
    const declaredResponses = (await loadOperations())
      .filter(({ operation }) => operation.method !== 'ANY')
      .flatMap(({ operation: { id, responses } }) =>
        Object.entries(responses).map(([status, response]) => {
          const text = typeof response === 'string' ? response : response.description;
          return `${id} ${status}: ${text}`;
        }),
      );
    expect(declaredResponses.length).toBeGreaterThan(200);
    expect(shownResponses).toEqual(expect.arrayContaining(declaredResponses));
  });

  it('have the media types of the components to which they refer', () => {
    const operations = readDocs(openApi).groups.flatMap((group) => group.operations);
    const responses = operations.find(({ id }) => id === 'get-node')?.responses ?? [];
    expect(responses.find(({ status }) => status === '404')?.contents[0]?.mediaTypes).toEqual([
      'application/problem+json',
    ]);
  });
});
