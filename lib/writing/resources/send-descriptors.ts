import { requestBytes } from '../../data-api/batches.ts';
import type { Transaction } from '../../data-api/client.ts';
import type { Descriptors } from '../../model/descriptors/descriptors.ts';
import { writeDescriptors, writeStagedDescriptors } from '../../queries/descriptors/descriptors.ts';
import { createStaging, stage } from '../../queries/staging.ts';

/**
 * Stores descriptors within a transaction, by way of the staging table where they are larger than a request.
 * @param descriptors by resource id
 */
export async function sendDescriptors(
  transaction: Transaction,
  descriptors: Readonly<Record<string, Descriptors>>,
): Promise<void> {
  if (Object.keys(descriptors).length === 0) return;
  const text = JSON.stringify(descriptors);
  if (Buffer.byteLength(text) <= requestBytes) {
    await transaction.execute(writeDescriptors(descriptors));
    return;
  }
  await transaction.execute(createStaging());
  for (const statement of stage(text)) await transaction.execute(statement);
  await transaction.execute(writeStagedDescriptors());
}
