import { readdirSync } from 'node:fs';
import path from 'node:path';

import { openSource, type Source } from '../../../../../../infra/cli/import/database/source.ts';
import { importResources } from '../../../../../../infra/cli/import/resources/import-resources.ts';
import {
  restoreSourceDatabase,
  type SourceDatabase,
} from '../../../../../support/source-database.ts';
import { findTestData } from '../../../../../support/test-data.ts';
import { createTestContext, openWorkshop, type Workshop } from '../../importing.ts';

/** The folder of a live database with its exports and rights; undefined if there is none. */
export const liveFolder = findTestData('arches76-dump');

/** A live database of another platform, and ours with its resource models and resource instances. */
export type LiveSource = {
  readonly database: SourceDatabase;
  readonly source: Source;
  readonly workshop: Workshop;
  readonly close: () => Promise<void>;
};

/** Restores the live database and imports its content, without accounts and rights. */
export async function openLiveSource(folder: string): Promise<LiveSource> {
  const database = await restoreSourceDatabase(path.join(folder, 'database.dump'));
  const source = await openSource(database.url);
  const workshop = await openWorkshop();
  const graphs = await source.read(`select p.serialized_graph::text as graph
from published_graphs p
join graphs g on g.publicationid = p.publicationid
where g.isresource
  and p.languageid = 'en'`);
  await workshop.importGraphs(...graphs.map(({ graph }): unknown => JSON.parse(graph ?? '')));
  const exported = path.join(folder, 'exported');
  const files = readdirSync(exported).map((name) => path.join(exported, name));
  await importResources(files, createTestContext(workshop.stack.data));
  return {
    database,
    source,
    workshop,
    close: async () => {
      await source.close();
      await workshop.close();
      await database.drop();
    },
  };
}
