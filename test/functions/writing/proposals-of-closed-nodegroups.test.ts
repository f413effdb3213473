import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { runStatement } from '../../support/sample.ts';
import { id } from '../../infra/cli/import/graphs/example.ts';
import { oldMill } from './every-write.ts';
import { millNodes } from './mill-service.ts';
import { openMills, readRecord, recordPath, type Mills } from './mills.ts';
import type { TestWriter } from './writers.ts';

/* A reviewer who may not read a nodegroup does not see proposals for its tiles. They change no answer to this reviewer. */

const { appellation, name, note, sightings, place } = millNodes;

let mills: Mills;
let author: TestWriter;
let administrator: TestWriter;
/** May not read the sightings. */
let restrictedReviewer: TestWriter;

beforeAll(async () => {
  mills = await openMills();
  ({ author, administrator, reviewer: restrictedReviewer } = mills.writers);
  await runStatement(
    mills.service,
    `insert into nodegroup_grant (nodegroup_id, account_id, no_access) values ('${sightings}', ${restrictedReviewer.accountId}, true)`,
  );
});

beforeEach(async () => {
  await mills.reset();
  for (const table of ['resource', 'last_change'])
    await runStatement(mills.service, `update ${table} set changed_at = '2020-01-01'`);
});

afterAll(async () => mills?.service.close());

const postTile = async (tile: object): Promise<void> => {
  const answer = await author.sendRequest('POST', '/api/tiles', {
    ...tile,
    resourceinstance_id: oldMill,
  });
  expect(answer.status).toBe(200);
};
const proposeSighting = (date: string): Promise<void> =>
  postTile({ tileid: id(604), nodegroup_id: sightings, data: { [sightings]: date } });
const proposeNewSighting = (): Promise<void> =>
  postTile({ nodegroup_id: sightings, parenttile_id: id(603), data: { [sightings]: '1900' } });
const proposeNote = (text: string): Promise<void> =>
  postTile({ tileid: id(601), nodegroup_id: appellation, data: { [note]: text } });

async function validatorsOf(who: TestWriter): Promise<readonly (string | null)[]> {
  const answer = await who.sendRequest('GET', recordPath);
  return ['etag', 'last-modified'].map((header) => answer.headers.get(header));
}
const versionOf = async (who: TestWriter): Promise<number> =>
  Number(/\d+/.exec((await validatorsOf(who))[0] ?? '')?.[0]);

describe('a proposal that a reviewer may not see', () => {
  it.each([
    ['for a value', () => proposeSighting('1900-01-01')],
    ['for a new tile', proposeNewSighting],
  ])('%s changes neither ETag nor Last-Modified', async (_, propose) => {
    const before = await validatorsOf(restrictedReviewer);
    const administratorBefore = await validatorsOf(administrator);
    await propose();
    expect(await validatorsOf(restrictedReviewer)).toEqual(before);
    expect(await validatorsOf(administrator)).not.toEqual(administratorBefore);
  });

  it('does not fail the If-Match of the reviewer, whose write is stored beside it', async () => {
    const { tiles } = await readRecord(restrictedReviewer);
    const [tag] = await validatorsOf(restrictedReviewer);
    await proposeSighting('1900-01-01');
    const changed = tiles.map((tile) =>
      tile.tileid === id(601) ? { ...tile, data: { ...tile.data, [name]: 'Burnt Mill' } } : tile,
    );
    const headers = { 'if-match': tag ?? '' };
    const answer = await restrictedReviewer.sendRequest(
      'PUT',
      recordPath,
      { tiles: changed },
      headers,
    );
    expect(answer.status).toBe(200);
    expect(answer.headers.get('etag')?.split('-')[0]).toBe(
      (await validatorsOf(restrictedReviewer))[0]?.split('-')[0],
    );
    expect(JSON.stringify(await readRecord(administrator))).toContain('1900-01-01');
  });

  it('does not fail the If-Match of a deletion by the reviewer', async () => {
    await runStatement(
      mills.service,
      'delete from tile where nodegroup_id = $$' + sightings + '$$',
    );
    await runStatement(
      mills.service,
      `insert into resource_grant (resource_id, account_id, can_view, can_change, can_delete) values ('${oldMill}', ${restrictedReviewer.accountId}, true, true, true)`,
    );
    const [tag] = await validatorsOf(restrictedReviewer);
    await proposeNewSighting();
    const headers = { 'if-match': tag ?? '' };
    const answer = await restrictedReviewer.sendRequest(
      'DELETE',
      `/resources/${oldMill}`,
      undefined,
      headers,
    );
    expect(answer.status).toBe(200);
  });
});

describe('the version that a reviewer sees', () => {
  it('counts changes of proposals in several nodegroups of which the reviewer may read one', async () => {
    const before = await versionOf(restrictedReviewer);
    const stored = await readRecord(author);
    const tiles = stored.tiles.filter(({ nodegroup_id: nodegroup }) => nodegroup === place);
    expect((await author.sendRequest('PUT', recordPath, { ...stored, tiles })).status).toBe(200);
    expect(await versionOf(restrictedReviewer)).toBe(before + 1);
  });

  it('is different for any two different states, whatever is proposed in between', async () => {
    const recordsByVersion = new Map<number, string>();
    for (const round of Array.from({ length: 8 }).keys()) {
      await (round % 3 === 0
        ? proposeNote(`as of ${round}`)
        : proposeSighting(`190${round}-01-01`));
      const record = JSON.stringify(await readRecord(restrictedReviewer));
      const version = await versionOf(restrictedReviewer);
      expect(recordsByVersion.get(version) ?? record).toBe(record);
      recordsByVersion.set(version, record);
    }
    expect(recordsByVersion.size).toBe(3);
  });

  it('counts proposals that were stored before their nodegroups were', async () => {
    await runStatement(
      mills.service,
      `update resource set version = 3, proposal_changes = '{"${author.accountId}": {"count": 2, "at": "2020-01-02T00:00:00Z"}}' where resource_id = '${oldMill}'`,
    );
    expect(await versionOf(restrictedReviewer)).toBe(3);
    expect(await versionOf(mills.writers.anotherAuthor)).toBe(1);
    await proposeSighting('1900-01-01');
    expect(await versionOf(restrictedReviewer)).toBe(3);
    expect(await versionOf(administrator)).toBe(4);
  });
});
