import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { importResources } from '../../infra/cli/import/resources.ts';
import { heritagePlace } from '../../infra/local/sample/model/heritage-place.ts';
import { nameTiles } from '../../infra/local/sample/records/names.ts';
import { resourceId, resourceRecord } from '../../infra/local/sample/records/resource-record.ts';
import { bytesPerCall, readParts } from '../../lib/data-api/chunks.ts';
import { parseResourceId } from '../../lib/model/ids.ts';
import { resourceDocument } from '../../lib/queries/resources/resource-document.ts';
import type { TestStack } from '../support/stack.ts';
import { inFile } from '../support/temporary-file.ts';
import { importContext } from './data.ts';
import { configure } from './environment.ts';
import type { Figure } from './figure.ts';

const execute = promisify(execFile);

const key = 'place-of-many-names';
// Over 6 MB, quoted as Lambda sends it, an answer would be a 413. Names as short as these make 4.3 MB, 4.7 MB quoted.
const tiles = 5000;
const answers = 5;

/** MB of functions: the least in which such an answer must be possible, and what the service gives to its functions. */
const least = 256;
const deployed = 1024;

/**
 * Measures GET in JSON-LD of a resource instance of 5,000 tiles: the calls, and the memory of a process that does nothing else.
 * @param stack with the sample, open to Guest
 */
export async function benchLargeResource(
  stack: TestStack,
  kind: string,
): Promise<readonly Figure[]> {
  configure(stack);
  await importLargeResource(stack);
  const id = resourceId(heritagePlace.slug, key);
  const path = `/resources/${id}?format=json-ld`;
  const bytes = await sourceBytes(stack, id);
  const before = stack.server.counters.read().calls;
  const small = await answerAlone(path, least);
  const calls = (stack.server.counters.read().calls - before) / answers;
  const large = await answerAlone(path, deployed);
  const subject = `GET /resources/{id}, json-ld, ${tiles.toLocaleString('en-US')} tiles, ${kind}`;
  return [
    { subject, measure: 'size of the answer', value: small.bytes / 1024 / 1024, unit: 'MB' },
    {
      subject,
      measure: 'Data API calls a request',
      value: calls,
      unit: '',
      beside: { name: 'one for each million bytes', value: Math.ceil(bytes / bytesPerCall) },
    },
    memoryFigure(subject, small, least),
    memoryFigure(subject, large, deployed),
  ];
}

async function importLargeResource(stack: TestStack): Promise<void> {
  const drafts = Array.from({ length: tiles }, (_, index) =>
    nameTiles({
      name: { 'en-US': `Mill ${index} on the Grünau`, 'fr-FR': `Moulin ${index} sur la Grünau` },
    }),
  );
  const record = resourceRecord(heritagePlace, key, drafts.flat());
  const imported = await inFile({ business_data: { resources: [record] } }, (file) =>
    importResources([file], importContext(stack)),
  );
  if (imported.tiles !== tiles) throw new Error(`${imported.tiles} tiles were imported.`);
}

/** Bytes that a process which has just started reads for JSON-LD. */
async function sourceBytes(stack: TestStack, id: string): Promise<number> {
  const parts = await readParts(
    stack.data,
    resourceDocument(null, parseResourceId(id), {
      leaveOutHidden: true,
      detail: 'concepts',
      showsNames: false,
      representation: '',
      cachedPublications: [],
      knownTags: [],
      modifiedSince: null,
    }),
  );
  return parts.reduce((sum, part) => sum + Buffer.byteLength(`${part}\n`), 0);
}

/** What came of answers in a process of their own; `megabytes` is the most memory that it ever took. */
type Answered = { readonly bytes: number; readonly megabytes: number };

/** @param memory MB that the function has. What V8 takes before it collects follows from it. */
async function answerAlone(path: string, memory: number): Promise<Answered> {
  const script = fileURLToPath(new URL('./large-resource-memory.ts', import.meta.url));
  // As Lambda starts Node: a tenth for two spaces of new objects, the rest for old ones.
  const newSpace = Math.floor(memory / 10);
  const { stdout } = await execute(process.execPath, [
    `--max-semi-space-size=${Math.floor(newSpace / 2)}`,
    `--max-old-space-size=${memory - newSpace}`,
    script,
    path,
    String(answers),
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
