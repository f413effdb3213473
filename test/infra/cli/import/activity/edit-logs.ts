import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';

import * as z from 'zod';

import { id } from '../graphs/example.ts';
import { deriveNameUuid } from '../../../../../lib/model/name-uuid.ts';

/** A row of the edit log of Arches, with all its columns. The tests set only those that matter. */
export function editRow(columns: Readonly<Record<string, unknown>>) {
  return {
    editlogid: deriveNameUuid(id(1), JSON.stringify(columns)),
    transactionid: null,
    resourcedisplayname: '',
    resourceclassid: id(100),
    resourceinstanceid: null,
    nodegroupid: null,
    tileinstanceid: null,
    edittype: 'tile edit',
    newvalue: null,
    oldvalue: null,
    newprovisionalvalue: null,
    oldprovisionalvalue: null,
    timestamp: '2020-01-01T00:00:00',
    userid: '',
    user_firstname: '',
    user_lastname: '',
    user_email: '',
    user_username: '',
    provisional_userid: null,
    provisional_user_username: null,
    provisional_edittype: null,
    note: null,
    ...columns,
  };
}

/** Rows as JSON lines. */
export const toJsonLines = (rows: readonly unknown[]): string =>
  rows.map((row) => `${JSON.stringify(row)}\n`).join('');

const changeSchema = z.object({
  place: z.string(),
  modified: z.string(),
  modifiedBy: z.string(),
});

/** The id of the graph of the places in a gazetteer. */
export const gazetteerGraphId = id(300);

/**
 * The history of a gazetteer as the edit log of a platform: the first change of each place creates it. The rows have the order of the file,
 * which is sorted by place.
 * @param file gzip file of JSON lines
 */
export async function readGazetteerEdits(
  file: string,
): Promise<readonly ReturnType<typeof editRow>[]> {
  const changes: z.infer<typeof changeSchema>[] = [];
  for await (const line of createInterface(createReadStream(file).pipe(createGunzip()))) {
    changes.push(changeSchema.parse(JSON.parse(line)));
  }
  const firstTimes = new Map<string, string>();
  for (const { place, modified } of changes) {
    const earliest = firstTimes.get(place);
    if (earliest === undefined || modified < earliest) firstTimes.set(place, modified);
  }
  return changes.map(({ place, modified, modifiedBy }) =>
    editRow({
      edittype: firstTimes.get(place) === modified ? 'create' : 'tile edit',
      resourceinstanceid: deriveNameUuid(gazetteerGraphId, place),
      resourceclassid: gazetteerGraphId,
      transactionid: deriveNameUuid(gazetteerGraphId, `${place} ${modified}`),
      timestamp: modified,
      userid: '7',
      user_username: modifiedBy,
    }),
  );
}
