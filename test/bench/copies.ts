import { once } from 'node:events';
import { createWriteStream } from 'node:fs';

import { readRecordTexts } from '../../infra/cli/import/resources/read-record-texts.ts';
import { deriveNameUuid, URI_NAMESPACE } from '../../lib/model/name-uuid.ts';
import { parseRecordText } from '../../lib/model/resources/resource-record.ts';

/**
 * Writes a number of copies of the records of business data files to one file. In every copy all ids of resource instances and tiles
 * are new, also in references.
 * @param files business data files with valid records
 * @param target the file to write: JSON, one record in each line
 * @returns the number of records that were written
 */
export async function writeCopies(
  files: readonly string[],
  copies: number,
  target: string,
): Promise<number> {
  const texts = (await Promise.all(files.map(readTexts))).flat();
  const ownIds = new Set(texts.flatMap(parseIds));
  const output = createWriteStream(target);
  for (let copy = 1; copy <= copies; copy += 1) {
    const replaceId = (id: string): string =>
      ownIds.has(id) ? deriveNameUuid(URI_NAMESPACE, `${id}/${copy}`) : id;
    for (const text of texts) {
      const line = text.replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, replaceId);
      if (!output.write(`${line}\n`)) await once(output, 'drain');
    }
  }
  output.end();
  await once(output, 'finish');
  return texts.length * copies;
}

async function readTexts(file: string): Promise<readonly string[]> {
  const texts: string[] = [];
  for await (const { text } of readRecordTexts(file)) texts.push(text.replaceAll('\n', ' '));
  return texts;
}

function parseIds(text: string): readonly string[] {
  const parsed = parseRecordText(text, '');
  if (!parsed.ok) throw new Error('Only sound records can be copied.');
  const { resource, tiles } = parsed.record;
  return [resource.resource_id, ...tiles.map(({ tile_id: id }) => id)];
}
