import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { restrictedNodegroups } from '../../infra/local/sample/access.ts';
import { denyNodegroupsToGroup } from '../../infra/cli/accounts/queries/groups.ts';
import { readRouteExamples } from '../functions/examples.ts';
import { createLambda, type Lambda } from '../gateway/emulator/lambda.ts';
import { loadPackagedService } from '../gateway/emulator/load-packaged-service.ts';
import { listApiResources, readRestApi } from '../gateway/emulator/rest-api.ts';
import { functionForMethod, streamTimeout } from '../gateway/emulator/routing.ts';
import { fastStreamLimits } from '../gateway/emulator/streams.ts';
import { listRoutedOperations } from '../gateway/operations.ts';
import { plantSecrets } from '../gateway/planted-secrets.ts';
import { createTestAccount, createTestApplication, fetchTokens } from '../support/accounts.ts';
import { openSampleService, queryColumn, runStatement } from '../support/sample.ts';
import type { TestService } from '../support/service.ts';
import { findAnswerProblems } from './answer-problems.ts';
import { arbitraryEvent, type FuzzTarget } from './arbitrary-event.ts';
import { sendEvent, type FuzzEvent } from './fuzz-event.ts';

// Sends damaged events of API Gateway directly to the functions: 300 events in a normal test run, and for minutes in `npm run fuzz`.

const minutes = Number(process.env['HDS_FUZZ_MINUTES'] ?? '0');
const corpus = globSync('*.json', { cwd: path.join(import.meta.dirname, 'corpus') }).toSorted();

/** Replaces a text in nodegroups that are closed to Guest. The texts of the sample itself are in the API description, as examples. */
const closedText = '[Planted-7c1e]';

let service: TestService;
let lambda: Lambda;
let targets: readonly FuzzTarget[];
let tokens: Readonly<Record<string, string>>;

beforeAll(async () => {
  service = await openSampleService();
  await service.openToGuest();
  await service.stack.dataApi.write(denyNodegroupsToGroup('Guest', restrictedNodegroups));
  await runStatement(
    service,
    `update tile set data = replace(data::text, '[Fictional]', '${closedText}')::jsonb
where nodegroup_id in (${restrictedNodegroups.map((id) => `'${id}'`).join(',')})`,
  );
  const owner = await createTestAccount(service, 'administrator', { isAdministrator: true });
  await createTestAccount(service, 'reader', { groups: ['Resource Exporter'] });
  const { clientId } = await createTestApplication(service, owner);
  await createTestApplication(service, owner, 'confidential', 'client-credentials');
  const tokenOf = async (name: string): Promise<string> =>
    (await fetchTokens(service, name, clientId)).access_token;
  tokens = { reader: await tokenOf('reader'), administrator: await tokenOf('administrator') };
  plantSecrets(await queryColumn(service, 'select token_hash from refresh_token'));
  const { template, bundles } = await loadPackagedService();
  const api = readRestApi(template);
  lambda = createLambda(api, bundles, 'sources', fastStreamLimits);
  const operations = await listRoutedOperations(api);
  targets = listApiResources(api.root).flatMap((resource) =>
    [...resource.methods.keys()].flatMap((key): readonly FuzzTarget[] => {
      const method = key === 'ANY' ? 'GET' : key;
      const operation = operations.find(
        (candidate) => candidate.resourcePath === resource.path && candidate.method === method,
      )?.operation;
      const functionId = functionForMethod(resource, method);
      if (functionId === undefined || operation === undefined) return [];
      const { parameters, form = {} } = operation;
      return [
        {
          functionId,
          resource: resource.path,
          method,
          isStreamed: streamTimeout(resource, method) !== undefined,
          parameterNames: [...Object.keys(parameters.shape), ...Object.keys(form)],
        },
      ];
    }),
  );
  if (targets.length <= 80) throw new Error('Most functions are missing.');
});

afterAll(async () => service?.close());

async function findProblems(event: FuzzEvent): Promise<readonly string[]> {
  return findAnswerProblems(event, await sendEvent(lambda, event, tokens), [closedText]);
}

/** Fetches and lists bodies that the service accepts. They contain no closed texts. */
async function fetchAcceptedBodies(resourceId: string): Promise<readonly string[]> {
  const formats = ['', '?format=json', '?format=service-json'];
  const answers = await Promise.all(
    formats.map(async (format) =>
      (await service.fetch(`/resources/${resourceId}${format}`)).text(),
    ),
  );
  return [
    ...answers,
    '{"name":"a","description":"b","bounds":"POINT (1 2)","groups":[],"downloadconfig":{"count":1}}',
    '{"data":{},"nodegroup_id":"18db3e8f-3caa-5433-8bc1-4d4ff1071013"}',
    '{"@context":{"a":"urn:x:a"},"@type":"urn:x:C","a":[{"@value":"1","@language":"en"}]}',
  ];
}

describe('a damaged event of API Gateway', () => {
  it.each(corpus)('that once caused a problem no longer causes one: %s', async (name) => {
    const file = path.join(import.meta.dirname, 'corpus', name);
    const event: FuzzEvent = JSON.parse(readFileSync(file, 'utf8'));
    expect(targets.map(({ functionId }) => functionId)).toContain(event.functionId);
    expect(await findProblems(event)).toEqual([]);
  });

  it(
    'is answered with a status below 500, with valid headers and without secrets',
    async () => {
      const examples = await readRouteExamples(service);
      const bodies = await fetchAcceptedBodies(examples['resource_instance_id'] ?? '');
      const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
      let eventCount = 0;
      await fc.assert(
        fc.asyncProperty(arbitraryEvent({ targets, examples, bodies }), async (event) => {
          eventCount += 1;
          const problems = await findProblems(event);
          if (problems.length > 0)
            throw new Error(`${problems.join('\n')}\n${JSON.stringify(event)}`);
        }),
        minutes > 0
          ? {
              numRuns: 1e9,
              interruptAfterTimeLimit: minutes * 60_000,
              markInterruptAsFailure: false,
            }
          : { numRuns: 300 },
      );
      log.mockRestore();
      process.stdout.write(`${eventCount} events\n`);
      expect(eventCount).toBeGreaterThanOrEqual(300);
    },
    minutes * 60_000 + 300_000,
  );
});
