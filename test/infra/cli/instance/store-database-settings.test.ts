import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { readSetting } from '../../../../infra/cli/instance/queries/settings.ts';
import { storeDatabaseSettings } from '../../../../infra/cli/instance/store-database-settings.ts';
import { runQuery } from '../../../../lib/data-api/query.ts';
import { readSettings } from '../../../../lib/settings.ts';
import { openTestStack, type TestStack } from '../../../support/stack.ts';

let stack: TestStack;

beforeAll(async () => {
  stack = await openTestStack();
});

afterAll(async () => stack?.close());

/** Stores the settings of a process with a value of HDS_MODEL_COLLECTIONS. @returns what the database has then */
async function storeModelCollections(value: string): Promise<string | undefined> {
  const settings = readSettings({ HDS_MODEL_COLLECTIONS: value });
  expect(await storeDatabaseSettings(stack, settings)).toEqual([]);
  return runQuery(stack.owner.read, readSetting('model_collections'));
}

describe('which models are collections', () => {
  it('is on in a new database, and stays so without HDS_MODEL_COLLECTIONS', async () => {
    expect(await storeModelCollections('')).toBe('on');
  });

  it('is what HDS_MODEL_COLLECTIONS says, and stays so without it', async () => {
    for (const value of ['off', 'monument=sites,person=', 'on']) {
      expect(await storeModelCollections(value)).toBe(value);
      expect(await storeModelCollections('')).toBe(value);
    }
  });
});
