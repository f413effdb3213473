import type { Transaction } from '../../../../lib/data-api/client.ts';
import { run } from '../../../../lib/data-api/query.ts';
import { describeAll } from '../../../../lib/model/descriptors/describe.ts';
import type { ResourceId } from '../../../../lib/model/ids.ts';
import { namingOf } from '../../../../lib/queries/descriptors/naming.ts';
import { sendTexts } from '../../../../lib/writing/resources/send-texts.ts';

/**
 * Computes the texts about resource instances from what is stored and stores them, within the transaction that wrote their tiles.
 * The names of others follow afterwards, as those of every change.
 * @param languages those that texts are known to be in, besides the stored ones
 */
export async function describeImported(
  transaction: Transaction,
  resources: readonly ResourceId[],
  languages: readonly string[],
): Promise<void> {
  const { items, sources } = await run(transaction.execute, namingOf(resources, languages), 1);
  const described = describeAll(items, sources);
  await sendTexts(
    transaction,
    [...described].map(([resourceId, texts]) => ({ resourceId, ...texts })),
  );
}
