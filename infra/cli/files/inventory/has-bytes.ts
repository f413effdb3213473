import { keyPrefixesOf } from '../keys.ts';
import type { FileInventory } from './file-inventory.ts';

/** Whether the store has the bytes of a file, or a derivative of it. */
export async function hasBytes(inventory: FileInventory, fileId: string): Promise<boolean> {
  for (const prefix of keyPrefixesOf(fileId)) {
    if ((await inventory.find(prefix)) !== undefined) return true;
    for await (const page of inventory.list(`${prefix}/`)) if (page.length > 0) return true;
  }
  return false;
}
