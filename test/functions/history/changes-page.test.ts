import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { int, sql } from '../../../lib/data-api/sql.ts';
import { runStatement } from '../../support/sample.ts';
import { browserAccept, openToGuestWithHistory } from '../pages/data-pages.ts';
import { neighbour, oldMill } from '../writing/every-write.ts';
import { millNodes } from '../writing/mill-service.ts';
import {
  openMills,
  readRecord,
  recordPath,
  tileOf,
  withTile,
  withValue,
  type Mills,
} from '../writing/mills.ts';
import type { TestWriter } from '../writing/writers.ts';

let mills: Mills;

beforeAll(async () => {
  mills = await openMills();
  await mills.reset();
  await openToGuestWithHistory(mills.service);
  const { administrator, reviewer } = mills.writers;
  const mill = await readRecord(reviewer);
  const changed = withTile(mill, withValue(tileOf(mill), millNodes.name, 'Upper Mill'));
  await reviewer.sendRequest('PUT', recordPath, changed);
  await administrator.sendRequest('DELETE', `/resources/${neighbour}`);
});

afterAll(async () => mills?.service.close());

/** The page as text, with one space between words. */
async function readText(query = '', caller?: TestWriter): Promise<string> {
  const headers = { accept: browserAccept };
  const path = `/history/${query}`;
  const response =
    caller === undefined
      ? await mills.service.fetch(path, { headers })
      : await caller.sendRequest('GET', path, undefined, headers);
  expect(response.status).toBe(200);
  return (await response.text()).replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
}

describe('the page of the changes of all records', () => {
  it('shows them latest first, with who made them and what became of the record', async () => {
    expect(await readText()).toMatch(
      new RegExp(`${neighbour} Deleted .* by .*Upper Mill Changed .* by `),
    );
  });

  it('shows those of a person, of a model and since a day', async () => {
    const { reviewer } = mills.writers;
    const [[username] = []] = await mills.service.stack.owner.read(
      sql`select a.username
from account a
where a.account_id = ${int(reviewer.accountId)}`,
    );
    const ofReviewer = await readText(`?person=${String(username)}`);
    expect(ofReviewer).toContain('Upper Mill Changed');
    expect(ofReviewer).not.toContain('Deleted');
    expect(await readText('?since=2200-01-01')).toContain('There are no such changes.');
    expect(await readText('?graph=no-such-model')).toContain('There are no such changes.');
    expect(await readText('?person=nobody')).toContain('There are no such changes.');
  });

  it('goes on with older changes', async () => {
    const response = await mills.service.fetch('/history/?before=2', {
      headers: { accept: browserAccept },
    });
    expect(await response.text()).toContain('Latest changes');
  });

  it('shows nothing of a record that the reader may not see', async () => {
    await runStatement(
      mills.service,
      `insert into resource_grant (resource_id, account_group_id, no_access)
select '${oldMill}', g.account_group_id, true
from account_group g
where g.name = 'Guest'`,
    );
    const text = await readText();
    expect(text).not.toContain('Upper Mill');
    expect(text).not.toContain(oldMill);
    expect(await readText('', mills.writers.administrator)).toContain('Upper Mill');
  });

  it('says to whoever may not read the history what is needed', async () => {
    await runStatement(
      mills.service,
      `update account_group set can_read_history = false where name = 'Guest'`,
    );
    const response = await mills.service.fetch('/history/', { headers: { accept: browserAccept } });
    expect(response.status).toBe(401);
    expect(await response.text()).toContain('The history is not public');
  });
});
