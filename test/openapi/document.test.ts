import { readFile } from 'node:fs/promises';

import { describe, expect, it } from 'vitest';
import * as z from 'zod';

import project from '../../package.json' with { type: 'json' };
import { projectPath } from '../../infra/generate/generated.ts';
import { acceptedDifferences } from '../conformance/schemathesis/accepted-differences.ts';
import { documentedOperation } from '../gateway/openapi/document.ts';
import { schemaProblem } from '../gateway/openapi/schema-problem.ts';
import { parseTextBySchema } from '../gateway/openapi/parse-text.ts';
import { describeService } from './described.ts';

const operation = z.object({ responses: z.record(z.string(), z.unknown()) });
const document = z.object({
  info: z.object({ version: z.string() }),
  paths: z.record(z.string(), z.record(z.string(), operation)),
});

const descriptions = [
  { title: 'the whole service', options: { version: '3.1' } },
  { title: 'OGC API', options: { version: '3.0', below: '/ogc' } },
] as const;

describe.each(descriptions)('the OpenAPI description of $title', ({ options }) => {
  it('has the version of the package', async () => {
    const { info } = document.parse(await describeService(options));
    expect(info.version).toBe(project.version);
  });

  it('has only numbers as statuses, because client generators require them', async () => {
    const { paths } = document.parse(await describeService(options));
    const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
    const statuses = operations.flatMap(({ responses }) => Object.keys(responses));
    expect(statuses).toContain('500');
    expect(statuses.filter((status) => !/^[1-5]\d\d$/.test(status))).toEqual([]);
  });

  it('has a maximum for each integer parameter', async () => {
    const parametersWithoutMaximum: unknown[] = [];
    JSON.stringify(await describeService(options), (_, value: unknown) => {
      const isParameter = value instanceof Object && 'in' in value && 'schema' in value;
      if (isParameter && Object(value.schema).type === 'integer') {
        if (Object(value.schema).maximum === undefined) parametersWithoutMaximum.push(value);
      }
      return value;
    });
    expect(parametersWithoutMaximum).toEqual([]);
  });
});

describe('parameters in a body', () => {
  it.each(['application/json', 'application/x-www-form-urlencoded'])(
    'may be empty in %s if they may be empty in a query',
    (mediaType) => {
      const operation = documentedOperation('POST', '/geojson');
      const emptyParameters =
        operation?.parameters.filter((parameter) => parameter.allowEmptyValue === true) ?? [];
      const { properties } = Object(operation?.body?.content[mediaType]?.schema);
      const refusedParameters = emptyParameters.filter(
        ({ name }) =>
          schemaProblem(properties[name], parseTextBySchema('', properties[name])) !== undefined,
      );
      expect(emptyParameters.length).toBeGreaterThan(10);
      expect(refusedParameters.map(({ name }) => name)).toEqual([]);
    },
  );
});

describe('docs/openapi.md', () => {
  it('contains the reason for each accepted difference that external validators find', async () => {
    const text = await readFile(projectPath('docs/openapi.md'), 'utf8');
    expect(acceptedDifferences.filter(({ reason }) => !text.includes(`| ${reason} |`))).toEqual([]);
  });
});
