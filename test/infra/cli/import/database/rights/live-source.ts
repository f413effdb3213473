import { openSource, type Source } from '../../../../../../infra/cli/import/database/source.ts';
import { openSourceDatabase, type SourceDatabase } from '../../../../../support/source-database.ts';
import { findTestData } from '../../../../../support/test-data.ts';
import { openWorkshop, type Workshop } from '../../importing.ts';

/** The folder of a live database with its exports and rights; undefined if there is none. */
export const liveFolder = findTestData('arches76-dump');

/** A live database of another platform, and ours with its resource models and resource instances. */
export type LiveSource = {
  readonly database: SourceDatabase;
  readonly source: Source;
  readonly workshop: Workshop;
  readonly close: () => Promise<void>;
};

/** Opens the live database, and one here with its content, without accounts and rights. */
export async function openLiveSource(): Promise<LiveSource> {
  const database = await openSourceDatabase();
  const source = await openSource(database.url);
  const workshop = await openWorkshop('dump');
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
