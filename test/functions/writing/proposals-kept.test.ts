import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { queryColumn } from '../../support/sample.ts';
import { id } from '../../infra/cli/import/graphs/example.ts';
import { oldMill } from './every-write.ts';
import { millNodes } from './mill-service.ts';
import { openMills, plannedBy, readRecord, recordPath, tileOf, type Mills } from './mills.ts';
import type { TestWriter } from './writers.ts';

/*
 * A document of a reviewer that is older than a proposal cannot know it. It is known that a document is not older only if its If-Match
 * names the stored version.
 */

const { appellation, name, place, sightings } = millNodes;

let mills: Mills;
let author: TestWriter;
let reviewer: TestWriter;

beforeAll(async () => {
  mills = await openMills();
  ({ author, reviewer } = mills.writers);
});

beforeEach(async () => mills.reset());

afterAll(async () => mills?.service.close());

/** The forms of documents: the format and profile, and the path. */
const forms = ['/resources', '/resources/mill'].flatMap((path) =>
  ['format=service-json', 'format=json', 'format=json-ld', 'format=json-ld&profile=linked'].map(
    (query) => ({
      path: `/resources/${oldMill}?${query}`,
      putPath: `${path}/${oldMill}?${query.replace('&profile=linked', '')}`,
      title: `${query} with PUT ${path}`,
    }),
  ),
);

const proposedId = id(640);
const proposeTile = async (members: object): Promise<void> => {
  const tile = { tileid: proposedId, resourceinstance_id: oldMill, ...members };
  expect((await author.sendRequest('POST', '/api/tiles', tile)).status).toBe(200);
};
const proposeName = (): Promise<void> =>
  proposeTile({ nodegroup_id: appellation, data: { [name]: 'Burnt Mill' } });
const tileIdsOf = async (who: TestWriter): Promise<readonly string[]> =>
  (await readRecord(who)).tiles.map(({ tileid }) => tileid);

/** Reads a document, and its entity tag for If-Match. */
async function readWithTag(path: string) {
  const answer = await reviewer.sendRequest('GET', path);
  return { text: await answer.text(), headers: { 'if-match': answer.headers.get('etag') ?? '' } };
}

describe.each(forms)('a document of a reviewer, $title', ({ path, putPath }) => {
  it('leaves a tile that was proposed after it was read', async () => {
    const { text } = await readWithTag(path);
    await proposeName();
    const before = await mills.traces();
    for (const headers of [{}, { 'if-match': '*' }]) {
      const dryRun = await reviewer.sendRequest('PUT', `${putPath}&dry_run`, text, headers);
      expect(await plannedBy(dryRun)).toMatchObject({ change: 'none', deleted: [] });
      expect((await reviewer.sendRequest('PUT', putPath, text, headers)).status).toBe(200);
      expect(await mills.traces()).toBe(before);
    }
  });

  it('leaves it, too, if the document changes something else', async () => {
    const { text } = await readWithTag(path);
    await proposeName();
    const changed = text.replaceAll('Mill House', 'House');
    expect((await reviewer.sendRequest('PUT', putPath, changed)).status).toBe(200);
    expect(await tileIdsOf(author)).toContain(proposedId);
    expect(JSON.stringify(await readRecord(reviewer))).toContain('House');
  });

  it('is refused with 412 if it names the version before the proposal', async () => {
    const { text, headers } = await readWithTag(path);
    await proposeName();
    expect((await reviewer.sendRequest('PUT', putPath, text, headers)).status).toBe(412);
  });

  it('removes a proposed tile that it leaves out if it names the version with the proposal', async () => {
    const { text } = await readWithTag(path);
    await proposeName();
    const { headers } = await readWithTag(path);
    expect((await reviewer.sendRequest('PUT', putPath, text, headers)).status).toBe(200);
    expect(await tileIdsOf(author)).not.toContain(proposedId);
  });
});

describe('a document of a reviewer that leaves out the tile above a proposed tile', () => {
  beforeEach(() =>
    proposeTile({
      nodegroup_id: sightings,
      parenttile_id: id(603),
      data: { [sightings]: '1900-01-01' },
    }),
  );

  it('deletes both, for all callers as if there were no proposal, and the history has the proposal', async () => {
    const stored = await readRecord(reviewer);
    const names = stored.tiles.filter(({ nodegroup_id: nodegroup }) => nodegroup === appellation);
    const document = { ...stored, tiles: names };
    const dryRun = await reviewer.sendRequest('PUT', `${recordPath}&dry_run`, document);
    const { deleted } = await plannedBy(dryRun);
    expect(deleted.toSorted()).toEqual([id(603), id(604), proposedId]);
    expect((await reviewer.sendRequest('PUT', recordPath, document)).status).toBe(200);
    for (const who of [reviewer, author, mills.writers.anotherAuthor])
      expect(await tileIdsOf(who)).toEqual([id(601), id(602)]);
    expect(
      await queryColumn(
        mills.service,
        `select edit_type from edit_log where tile_id = '${proposedId}' order by edit_log_id`,
      ),
    ).toEqual(['tile proposal', 'tile proposal']);
  });

  it('deletes both if the reviewer may not see the proposal, and the history has the proposal', async () => {
    await mills.service.stack.owner.write({
      text: `insert into nodegroup_grant (nodegroup_id, account_id, no_access)
select '${sightings}', ${reviewer.accountId}, true`,
      parameters: [],
    });
    await mills.service.stack.owner.write({
      text: `delete from tile where tile_id = '${id(604)}'`,
      parameters: [],
    });
    const stored = await readRecord(reviewer);
    const names = stored.tiles.filter(({ nodegroup_id: nodegroup }) => nodegroup !== place);
    const document = { ...stored, tiles: names };
    const dryRun = await reviewer.sendRequest('PUT', `${recordPath}&dry_run`, document);
    expect(await plannedBy(dryRun)).toMatchObject({ changed: [], deleted: [id(603)] });
    expect((await reviewer.sendRequest('PUT', recordPath, document)).status).toBe(200);
    expect(await tileIdsOf(mills.writers.anotherAuthor)).toEqual([id(601), id(602)]);
    expect(
      await queryColumn(
        mills.service,
        `select old_provisional_edits -> '${author.accountId}' -> 'value' ->> '${sightings}' from edit_log
where tile_id = '${proposedId}' order by edit_log_id desc limit 1`,
      ),
    ).toEqual(['1900-01-01']);
    await mills.service.stack.owner.write({ text: 'delete from nodegroup_grant', parameters: [] });
  });
});

it('a proposal for an accepted tile stays if a reviewer repeats the accepted values of an older document', async () => {
  const stored = await readRecord(reviewer);
  await author.sendRequest('POST', `/api/tiles/${tileOf(stored).tileid}`, {
    nodegroup_id: appellation,
    data: { [name]: 'Burnt Mill' },
  });
  const before = await mills.traces();
  expect((await reviewer.sendRequest('PUT', recordPath, stored)).status).toBe(200);
  expect(await mills.traces()).toBe(before);
});
