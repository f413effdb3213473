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
import { benchImportContext } from './data.ts';
import { configure } from './environment.ts';
import type { Figure } from './figure.ts';
import { lambdaMemory } from './lambda-memory.ts';

const execute = promisify(execFile);

const resourceId = 'a7d6a6f5-0c0b-4d3c-9a51-5c7c1f0e4b21';
// The value of the concept "Primary name".
const primaryName = '450dc227-8af1-5837-a50e-69bd44041e10';
// An answer over 6 MB, quoted as Lambda sends it, would be a 413. Names of this length make 4.3 MB, 4.7 MB quoted.
const tileCount = 5000;
const answerCount = 5;

/** The memory of functions in MB: the smallest in which such an answer must be possible, and the configured one. */
const least = 256;
const deployed = 1024;

/**
 * Measures GET in JSON-LD of a resource instance with 5,000 tiles: the Data API calls, and the memory of a process that does only this.
 * @param stack with the sample, which Guest may read
 */
export async function benchLargeResource(
  stack: TestStack,
  kind: string,
): Promise<readonly Figure[]> {
  configure(stack);
  await importLargeResource(stack);
  const path = `/resources/${resourceId}?format=json-ld`;
  const bytes = await sourceBytes(stack, resourceId);
  const before = stack.server.counters.read().calls;
  const small = await answerAlone(path, least);
  const calls = (stack.server.counters.read().calls - before) / answerCount;
  const large = await answerAlone(path, deployed);
  const subject = `GET /resources/{id}, json-ld, ${tileCount.toLocaleString('en-US')} tiles, ${kind}`;
  return [
    { subject, measure: 'size of the answer', value: small.bytes / 1024 / 1024, unit: 'MB' },
    {
      subject,
      measure: 'Data API calls a request',
      value: calls,
      unit: '',
      beside: { name: 'one for each million bytes', value: Math.ceil(bytes / 1_000_000) },
    },
    memoryFigure(subject, small, least),
    memoryFigure(subject, large, deployed),
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
        [heritagePlaceNodeId('name_type')]: primaryName,
      },
    })),
  };
  const imported = await withJsonFile({ business_data: { resources: [record] } }, (file) =>
    importResources([file], benchImportContext(stack)),
  );
  if (imported.tiles !== tileCount) throw new Error(`${imported.tiles} tiles were imported.`);
}

/** Bytes that a process reads for JSON-LD after it has started. */
async function sourceBytes(stack: TestStack, id: string): Promise<number> {
  const parts = await readDocument(
    stack.data,
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

/** Sends the requests in a separate process. `megabytes` is the peak of its memory. */
type Answered = { readonly bytes: number; readonly megabytes: number };

/** @param memory the MB of the function */
async function answerAlone(path: string, memory: number): Promise<Answered> {
  const script = fileURLToPath(new URL('./large-resource-memory.ts', import.meta.url));
  const { stdout } = await execute(process.execPath, [
    ...lambdaMemory(memory),
    script,
    path,
    String(answerCount),
  ]);
  return JSON.parse(stdout);
}

function memoryFigure(subject: string, { megabytes }: Answered, memory: number): Figure {
  return {
    subject,
    measure: `peak memory of a process of ${memory} MB`,
    value: megabytes,
    unit: 'MB',
    beside: { name: 'the most there may be', value: memory },
  };
}
