import { randomUUID } from 'node:crypto';

import type { SourceDatabase } from '../../../../support/source-database.ts';

/** A model of the real data, with nodes of texts in three nodegroups, one of its resource instances, and a tile of it. */
export const photos = {
  graphId: '6b371a4c-e505-11e7-b2cc-02e0c6d7ad7a',
  resourceId: '000438e7-0f6d-40e5-b829-f12df09c25a4',
  anotherResourceId: '004d6942-6b1e-4604-9391-fb4da515022a',
  /** The id of a nodegroup is that of its first node. */
  title: '6b371a56-e505-11e7-b2cc-02e0c6d7ad7a',
  titleTileId: '156863c6-76ec-4c6a-a594-e6ec66333d1c',
  reference: '6b371a4d-e505-11e7-b2cc-02e0c6d7ad7a',
  description: '6b371a6b-e505-11e7-b2cc-02e0c6d7ad7a',
  descriptionNode: '6b371a7d-e505-11e7-b2cc-02e0c6d7ad7a',
} as const;

/** A row of the edit log of the source, by column. Columns that are absent have the values of an edit of the title of a photo. */
export type SourceEditColumns = Readonly<Record<string, unknown>>;

/** Makes a row of an edit log. */
export function makeSourceEdit(columns: SourceEditColumns): SourceEditColumns {
  return {
    editlogid: randomUUID(),
    transactionid: randomUUID(),
    resourceclassid: photos.graphId,
    resourceinstanceid: photos.resourceId,
    nodegroupid: photos.title,
    tileinstanceid: photos.titleTileId,
    edittype: 'tile edit',
    timestamp: '2020-05-04T12:00:00Z',
    ...columns,
  };
}

/** Adds rows to the edit log of a source. @returns their ids */
export async function addSourceEdits(
  source: SourceDatabase,
  edits: readonly SourceEditColumns[],
): Promise<readonly string[]> {
  const rows = edits.map(makeSourceEdit);
  await source.run(`insert into edit_log
select * from jsonb_populate_recordset(null::edit_log, '${JSON.stringify(rows).replaceAll("'", "''")}')`);
  return rows.map(({ editlogid }) => String(editlogid));
}

/** A text in the form in which a tile stores it. */
export const textValue = (text: string): unknown => ({ en: { value: text, direction: 'ltr' } });
