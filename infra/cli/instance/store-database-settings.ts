import type { DataApi } from '../../../lib/data-api/client.ts';
import type { Settings } from '../../../lib/settings.ts';
import { applyHistoryPageSize } from '../../schema/history-page-size.ts';
import { storeDefaultLanguage } from './queries/default-language.ts';
import { writeSetting } from './queries/settings.ts';

/** Stores in the database those settings that its functions and views read. @returns warnings for the operator */
export async function storeDatabaseSettings(
  { owner }: { readonly owner: DataApi },
  {
    language,
    historyPageSize,
    modelCollections,
  }: Pick<Settings, 'language' | 'historyPageSize' | 'modelCollections'>,
): Promise<readonly string[]> {
  await owner.write(storeDefaultLanguage(language));
  if (modelCollections !== undefined) {
    await owner.write(writeSetting('model_collections', modelCollections));
  }
  return applyHistoryPageSize(owner, historyPageSize);
}
