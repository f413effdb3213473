import { inBatches, requestBytes } from '../../data-api/batches.ts';
import type { Transaction } from '../../data-api/client.ts';
import {
  textsAsJson,
  writeTexts,
  type TextsOf,
  type TextsSource,
} from '../../queries/descriptors/store-texts.ts';
import { createStaging, stage } from '../../queries/staging.ts';

const textsAtOnce = 200;

/** Stores the texts of resource instances that a transaction has locked. */
export async function sendTexts(
  transaction: Transaction,
  texts: readonly TextsOf[],
): Promise<void> {
  for (const batch of inBatches(texts, textsAtOnce)) {
    await transaction.execute(writeTexts(await sent(transaction, textsAsJson(batch))));
  }
}

/** Sends a text ahead, by way of the staging table where it is larger than a request. @returns where a statement finds it */
export async function sent(transaction: Transaction, text: string): Promise<TextsSource> {
  if (Buffer.byteLength(text) <= requestBytes) return { text };
  await transaction.execute(createStaging());
  for (const statement of stage(text)) await transaction.execute(statement);
  return 'staged';
}
