import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { applyHistoryPageSize } from '../../../infra/schema/history-page-size.ts';
import { rawSql } from '../../../lib/data-api/sql.ts';
import { openTestStack, type TestStack } from '../../support/stack.ts';

let stack: TestStack;

beforeAll(async () => {
  stack = await openTestStack();
});

afterAll(async () => stack?.close());

const readPageSize = async (): Promise<number> =>
  Number((await stack.dataApi.read(rawSql('select history_page_size()')))[0]?.[0]);

describe('the page size of the activity stream', () => {
  it('is 100 without HDS_HISTORY_PAGE_SIZE', async () => {
    expect(await applyHistoryPageSize(stack.owner, undefined)).toEqual([]);
    expect(await readPageSize()).toBe(100);
  });

  it('is the last configured value while the stream is empty', async () => {
    expect(await applyHistoryPageSize(stack.owner, 250)).toEqual([]);
    expect(await applyHistoryPageSize(stack.owner, 50)).toEqual([]);
    expect(await applyHistoryPageSize(stack.owner, undefined)).toEqual([]);
    expect(await readPageSize()).toBe(50);
  });

  it('is kept once the stream has items, and another configured value causes a warning', async () => {
    await stack.owner.write(rawSql('update activity_counter set ordinal = 1'));
    expect(await applyHistoryPageSize(stack.owner, 50)).toEqual([]);
    expect(await applyHistoryPageSize(stack.owner, undefined)).toEqual([]);
    expect(await applyHistoryPageSize(stack.owner, 100)).toEqual([
      expect.stringContaining(
        'HDS_HISTORY_PAGE_SIZE is 100, but the activity stream has pages of 50',
      ),
    ]);
    expect(await readPageSize()).toBe(50);
  });

  it('is set only once if the stream has items but no stored page size', async () => {
    await stack.owner.write(rawSql(`delete from setting where name = 'history_page_size'`));
    expect(await applyHistoryPageSize(stack.owner, 20)).toEqual([]);
    expect(await applyHistoryPageSize(stack.owner, 30)).toHaveLength(1);
    expect(await readPageSize()).toBe(20);
  });
});
