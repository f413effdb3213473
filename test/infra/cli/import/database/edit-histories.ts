import * as z from 'zod';

import { setGroupDefaults } from '../../../../../infra/cli/accounts/queries/groups.ts';
import { rawSql } from '../../../../../lib/data-api/sql.ts';
import { browserAccept } from '../../../../functions/pages/data-pages.ts';
import { createWriters, type TestWriters } from '../../../../functions/writing/writers.ts';
import { openTestService, type TestService } from '../../../../support/service.ts';
import { openSampledSource, type SourceDatabase } from '../../../../support/source-database.ts';
import type { ImportResult } from '../../../../../infra/cli/import/import-summary.ts';
import { importSourceEditValues } from './importing-database.ts';
import { addSourceEdits, photos, textValue, type SourceEditColumns } from './source-edits.ts';

const { resourceId, title } = photos;

const editSchema = z.looseObject({
  id: z.string(),
  type: z.string(),
  time: z.string(),
  actor: z.object({ url: z.string(), name: z.string().nullable() }).nullable(),
  before: z.unknown(),
  after: z.unknown(),
});

export const historySchema = z.object({
  next: z.string().nullable(),
  edits: z.array(editSchema).readonly(),
});

export type HistoryReader = keyof TestWriters | 'nobody';

/** An edit of a title by an author. */
export const renamed = {
  userid: '7',
  user_username: 'writing-author',
  oldvalue: { [title]: textValue('Old House') },
  newvalue: { [title]: textValue('New House') },
} as const;

/** A source with an edit log, the service into which it is imported, and what readers see of the histories there. */
export type EditHistories = {
  readonly source: SourceDatabase;
  readonly service: TestService;
  readonly writers: TestWriters;
  /** Empties the edit log of the source, removes what came from it, and gives Guest the rights to read all, and the history. */
  readonly reset: () => Promise<void>;
  readonly write: (statement: string) => Promise<unknown>;
  /** Adds edits to a source, and imports only its edits. */
  readonly importEdits: (
    edits: readonly SourceEditColumns[],
    from?: SourceDatabase,
  ) => Promise<ImportResult>;
  readonly get: (path: string, caller: HistoryReader, accept?: string) => Promise<Response>;
  readonly readEdits: (
    caller: HistoryReader,
    id?: string,
  ) => Promise<readonly z.output<typeof editSchema>[]>;
  /** Reads the text of the page of a history. */
  readonly readText: (caller: HistoryReader, id?: string) => Promise<string>;
  readonly close: () => Promise<void>;
};

export async function openEditHistories(): Promise<EditHistories> {
  const source = await openSampledSource();
  const service = await openTestService('some_of_dump');
  const writers = await createWriters(service);
  const { owner, dataApi } = service.stack;
  const write = (statement: string) => owner.write(rawSql(statement));
  const get: EditHistories['get'] = (path, caller, accept) => {
    const headers = accept === undefined ? {} : { accept };
    return caller === 'nobody'
      ? service.fetch(path, { headers })
      : writers[caller].sendRequest('GET', path, undefined, headers);
  };
  return {
    source,
    service,
    writers,
    write,
    get,
    reset: async () => {
      await write('delete from nodegroup_grant');
      await write('delete from edit_log where source_edit_id is not null');
      await source.run('delete from edit_log');
      const rights = { read: true, write: false, delete: false, history: true };
      await dataApi.write(setGroupDefaults('Guest', rights));
    },
    importEdits: async (edits, from = source) => {
      await addSourceEdits(from, edits);
      return importSourceEditValues(from.url, dataApi);
    },
    readEdits: async (caller, id = resourceId) =>
      historySchema.parse(await (await get(`/resources/${id}/history`, caller)).json()).edits,
    readText: async (caller, id = resourceId) => {
      const page = await (await get(`/resources/${id}/history`, caller, browserAccept)).text();
      return page
        .replace(/^[\s\S]*<main/, '<main')
        .replace(/<script[\s\S]*$/, '')
        .replaceAll(/<[^>]*>/g, ' ')
        .replaceAll(/\s+/g, ' ');
    },
    close: async () => {
      await service.close();
      await source.drop();
    },
  };
}
