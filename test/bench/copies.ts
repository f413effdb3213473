import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import path from 'node:path';

import { readRecords } from '../../infra/cli/import/resources/json-records.ts';
import { readRecord } from '../../lib/model/resources/resource-record.ts';
import { nameUuid, URI_NAMESPACE } from '../../lib/model/name-uuid.ts';

/**
 * Writes business data files anew, with each record as many times as asked. Every copy has ids of its own, for resource instances and for
 * tiles, wherever one of them is named.
 * @param files business data files whose records are sound
 * @param folder where to write them, under their names
 * @returns the files that were written
 */
export async function writeCopies(
  files: readonly string[],
  copies: number,
  folder: string,
): Promise<readonly string[]> {
  const texts = await Promise.all(files.map(textsOf));
  const own = new Set(texts.flat().flatMap(idsOf));
  const written: string[] = [];
  for (const [place, file] of files.entries()) {
    const copy = path.join(folder, `${path.basename(file, '.gz').replace(/\.json$/, '')}.json`);
    await writeRecords(copy, copiesOf(texts[place] ?? [], own, copies));
    written.push(copy);
  }
  return written;
}

async function textsOf(file: string): Promise<readonly string[]> {
  const texts: string[] = [];
  for await (const { text } of readRecords(file)) texts.push(text);
  return texts;
}

function idsOf(text: string): readonly string[] {
  const read = readRecord(text, '');
  if (!read.ok) throw new Error('Only sound records can be copied.');
  const { resource, tiles } = read.record;
  return [resource.resource_id, ...tiles.map(({ tile_id: id }) => id)];
}

function* copiesOf(
  texts: readonly string[],
  own: ReadonlySet<string>,
  copies: number,
): Generator<string> {
  for (let copy = 1; copy <= copies; copy += 1) {
    const named = (id: string): string =>
      own.has(id) ? nameUuid(URI_NAMESPACE, `${id}/${copy}`) : id;
    for (const text of texts) {
      yield text.replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, named);
    }
  }
}

async function writeRecords(file: string, records: Iterable<string>): Promise<void> {
  const output = createWriteStream(file);
  let separator = '{"business_data": {"resources": [\n';
  for (const record of records) {
    if (!output.write(separator + record)) await once(output, 'drain');
    separator = ',\n';
  }
  output.end('\n]}}\n');
  await once(output, 'finish');
}
