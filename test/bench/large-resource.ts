import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { importResources } from '../../infra/cli/import/resources/import-resources.ts';
import { readDocument } from '../../lib/data-api/chunks.ts';
import { parseResourceId } from '../../lib/model/ids.ts';
import { findResourceDocument } from '../../lib/queries/resources/resource-document.ts';
import { heritagePlaceModel, heritagePlaceNodeId } from '../support/sample-model.ts';
import type { TestStack } from '../support/stack.ts';
import { withJsonFile } from '../support/temporary-file.ts';
import { createBenchImportContext } from './data.ts';
import { configureFunctions } from './environment.ts';
import type { Figure } from './figure.ts';
import { lambdaMemoryOptions } from './lambda-memory.ts';

const execute = promisify(execFile);

const resourceId = 'a7d6a6f5-0c0b-4d3c-9a51-5c7c1f0e4b21';
// The id of a value of the concept "Primary name".
const primaryNameValueId = '450dc227-8af1-5837-a50e-69bd44041e10';
// Lambda answers 413 if the answer as a JSON string is larger than 6 MB. With this number of tiles it has 4.7 MB.
const tileCount = 5000;
const answerCount = 5;

/** The memory of functions in MB: the smallest with which the answer must be possible, and the deployed one. */
const leastMegabytes = 256;
const deployedMegabytes = 1024;

/**
 * Measures GET in JSON-LD of a resource instance with 5,000 tiles: the Data API calls, and the memory of a process that does only this.
 * @param stack with the sample, which Guest may read
 */
export async function benchLargeResource(
  stack: TestStack,
  kind: string,
): Promise<readonly Figure[]> {
  configureFunctions(stack);
  await importLargeResource(stack);
  const path = `/resources/${resourceId}?format=json-ld`;
  const sourceByteCount = await countSourceBytes(stack, resourceId);
  const callsBefore = stack.server.counters.read().calls;
  const inLeastMemory = await measureInOwnProcess(path, leastMegabytes);
  const calls = (stack.server.counters.read().calls - callsBefore) / answerCount;
  const inDeployedMemory = await measureInOwnProcess(path, deployedMegabytes);
  const subject = `GET /resources/{id}, json-ld, ${tileCount.toLocaleString('en-US')} tiles, ${kind}`;
  return [
    {
      subject,
      measure: 'size of the answer',
      value: inLeastMemory.bytes / 1024 / 1024,
      unit: 'MB',
    },
    {
      subject,
      measure: 'Data API calls per request',
      value: calls,
      unit: '',
      beside: { name: 'one for each million bytes', value: Math.ceil(sourceByteCount / 1_000_000) },
    },
    toMemoryFigure(subject, inLeastMemory, leastMegabytes),
    toMemoryFigure(subject, inDeployedMemory, deployedMegabytes),
  ];
}

async function importLargeResource(stack: TestStack): Promise<void> {
  const text = (value: string): object => ({ value, direction: 'ltr' });
  const record = {
    resourceinstance: { resourceinstanceid: resourceId, graph_id: heritagePlaceModel.graphid },
    tiles: Array.from({ length: tileCount }, (_, index) => ({
      nodegroup_id: heritagePlaceNodeId('names'),
      sortorder: index,
      data: {
        [heritagePlaceNodeId('name')]: {
          'en-US': text(`Mill ${index} on the Grünau`),
          'fr-FR': text(`Moulin ${index} sur la Grünau`),
        },
        [heritagePlaceNodeId('name_type')]: primaryNameValueId,
      },
    })),
  };
  const imported = await withJsonFile({ business_data: { resources: [record] } }, (file) =>
    importResources([file], createBenchImportContext(stack)),
  );
  if (imported.tiles !== tileCount) throw new Error(`${imported.tiles} tiles were imported.`);
}

/** Counts the bytes that the service reads from the database for the JSON-LD. */
async function countSourceBytes(stack: TestStack, id: string): Promise<number> {
  const parts = await readDocument(
    stack.dataApi,
    findResourceDocument(null, parseResourceId(id), {
      omitsHidden: true,
      detail: 'concepts',
      includesNames: false,
      representation: '',
      cachedPublications: [],
      ifNoneMatch: [],
      ifModifiedSince: null,
    }),
  );
  return parts.reduce((sum, part) => sum + Buffer.byteLength(`${part}\n`), 0);
}

/** The bytes of an answer, and the peak of the memory of the process in MB. */
type AnswerMeasurement = { readonly bytes: number; readonly megabytes: number };

/** Sends the requests to the service in a separate process. @param functionMegabytes the memory of the process */
async function measureInOwnProcess(
  path: string,
  functionMegabytes: number,
): Promise<AnswerMeasurement> {
  const script = fileURLToPath(new URL('./large-resource-memory.ts', import.meta.url));
  const { stdout } = await execute(process.execPath, [
    ...lambdaMemoryOptions(functionMegabytes),
    script,
    path,
    String(answerCount),
  ]);
  return JSON.parse(stdout);
}

function toMemoryFigure(
  subject: string,
  { megabytes }: AnswerMeasurement,
  functionMegabytes: number,
): Figure {
  return {
    subject,
    measure: `peak memory of a process of ${functionMegabytes} MB`,
    value: megabytes,
    unit: 'MB',
    beside: { name: 'the most there may be', value: functionMegabytes },
  };
}
