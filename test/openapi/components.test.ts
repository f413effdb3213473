import { describe, expect, it } from 'vitest';
import * as z from 'zod';

import { describeService } from './described.ts';

const operation = z.object({
  operationId: z.string(),
  responses: z.record(z.string(), z.unknown()),
});
const document = z.object({ paths: z.record(z.string(), z.record(z.string(), operation)) });
const componentsSchema = z.object({
  components: z.record(z.string(), z.record(z.string(), z.unknown())),
});

const descriptions = [
  { title: 'the whole service', options: { version: '3.1' } },
  { title: 'OGC API', options: { version: '3.0', below: '/ogc' } },
] as const;

/** Lists the objects in a document, each with its path. */
function listObjects(part: unknown, path: string): readonly [path: string, object: object][] {
  if (!(part instanceof Object)) return [];
  const members = Object.entries(part).flatMap(([key, member]) =>
    listObjects(member, `${path}/${key}`),
  );
  return [[path, part], ...members];
}

/** Lists the references of a document to its components, such as `responses/NotFound`. */
function listComponentReferences(description: unknown): ReadonlySet<string> {
  const references = listObjects(description, '').flatMap(([, object]) =>
    '$ref' in object ? [String(object.$ref).replace('#/components/', '')] : [],
  );
  return new Set(references);
}

/** Lists the components of a document to which it can refer, such as `responses/NotFound`. */
function listComponents(description: unknown): readonly string[] {
  const { components } = componentsSchema.parse(description);
  return Object.entries(components).flatMap(([kind, parts]) =>
    kind === 'securitySchemes' ? [] : Object.keys(parts).map((name) => `${kind}/${name}`),
  );
}

describe.each(descriptions)('the components of the description of $title', ({ options }) => {
  it('are there for every reference', async () => {
    const description = await describeService(options);
    const components = new Set(listComponents(description));
    const references = [...listComponentReferences(description)];
    expect(references.length).toBeGreaterThan(10);
    expect(references.filter((reference) => !components.has(reference))).toEqual([]);
  });

  it('are all referenced', async () => {
    const description = await describeService(options);
    const references = listComponentReferences(description);
    const components = listComponents(description);
    expect(components.filter((component) => !references.has(component))).toEqual([]);
  });
});

describe('the responses of the description of the whole service', () => {
  /** Lists the responses of all operations by their operation and status. */
  async function listResponses() {
    const { paths } = document.parse(await describeService({ version: '3.1' }));
    return Object.values(paths)
      .flatMap((methods) => Object.values(methods))
      .flatMap(({ operationId, responses }) =>
        Object.entries(responses).map(([status, response]) => ({
          name: `${operationId} ${status}`,
          status,
          response: z.record(z.string(), z.unknown()).parse(response),
        })),
      );
  }

  it('are written once for each kind, whatever their descriptions', async () => {
    const seen = new Map<string, string>();
    const repeated: unknown[] = [];
    for (const { name, status, response } of await listResponses()) {
      if ('$ref' in response) continue;
      const { description: _, headers, content } = response;
      const kind = JSON.stringify([status, Object.keys(Object(headers)).toSorted(), content]);
      if (seen.has(kind)) repeated.push(`${name} is like ${seen.get(kind)}`);
      seen.set(kind, name);
    }
    expect(repeated).toEqual([]);
  });

  it('have the descriptions of their operations beside their references', async () => {
    const responses = new Map(
      (await listResponses()).map(({ name, response }) => [name, response] as const),
    );
    expect(responses.get('getNode 404')).toEqual({
      $ref: '#/components/responses/NotFound',
      description: 'There is no node with this id whose values the caller may read.',
    });
  });

  it('that operations describe differently are described by the phrase of their status', async () => {
    const { components } = componentsSchema.parse(await describeService({ version: '3.1' }));
    const { responses } = components;
    expect(Object(responses?.['NotFound']).description).toBe('Not Found');
    expect(Object(responses?.['NotModified']).description).toMatch(/^Nothing has changed since/);
  });

  it('are named after their status, their body and their readers', async () => {
    const { components } = componentsSchema.parse(await describeService({ version: '3.1' }));
    expect(Object.keys(components['responses'] ?? {})).toEqual(
      expect.arrayContaining([
        'BadRequestOAuth',
        'CreatedStoredDocument',
        'NotFound',
        'NotFoundPage',
        'NotFoundWithPage',
        'NotModifiedWithLink',
        'OkProfile',
      ]),
    );
  });
});
