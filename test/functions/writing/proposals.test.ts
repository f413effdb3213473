import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { queryColumn, runStatement } from '../../support/sample.ts';
import { oldMill } from './every-write.ts';
import { millNodes } from './mill-service.ts';
import {
  openMills,
  plannedBy,
  readRecord,
  recordPath,
  refusalOf,
  sendForm,
  tileOf,
  withTile,
  withValue,
  type MillRecord,
  type Mills,
  type TileRecord,
} from './mills.ts';
import type { TestWriter } from './writers.ts';

let mills: Mills;
let author: TestWriter;
let reviewer: TestWriter;
let mill: MillRecord;

beforeAll(async () => {
  mills = await openMills();
  ({ author, reviewer } = mills.writers);
});

beforeEach(async () => {
  await mills.reset();
  mill = await readRecord(reviewer);
});

afterAll(async () => mills?.service.close());

const { appellation, name, note, place, geometry } = millNodes;
const path = `/resources/${oldMill}`;

async function propose(document: unknown): Promise<void> {
  const answer = await author.sendRequest('PUT', recordPath, document);
  expect([answer.status, await answer.text()]).toEqual([200, expect.any(String)]);
}

const renamed = (text: string): MillRecord => withTile(mill, withValue(tileOf(mill), name, text));

/** The tile of the first name of the mill, as an account reads it. */
const nameTile = async (who = reviewer): Promise<TileRecord | undefined> =>
  (await readRecord(who)).tiles.find(({ tileid }) => tileid === tileOf(mill).tileid);

const proposal = (action: string, value: unknown) => ({
  value,
  action,
  status: 'review',
  reviewer: null,
  timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/),
  reviewtimestamp: null,
});

describe('a write of an account that is not a reviewer', () => {
  it('is stored as a proposal under the id of the account, and the accepted value is kept', async () => {
    await propose(renamed('Burnt Mill'));
    expect(await nameTile()).toEqual({
      ...tileOf(mill),
      provisionaledits: {
        [author.accountId]: proposal('update', { ...tileOf(mill).data, [name]: 'Burnt Mill' }),
      },
    });
  });

  it('is stored as a proposed tile without values if the tile is new', async () => {
    const { tileid: _, ...tileWithoutId } = withValue(tileOf(mill), name, 'Third Mill');
    const answer = await author.sendRequest('POST', '/api/tiles', {
      ...tileWithoutId,
      resourceinstance_id: oldMill,
    });
    expect(await answer.json()).toMatchObject({
      data: Object.fromEntries(Object.keys(tileWithoutId.data).map((nodeId) => [nodeId, null])),
      provisionaledits: { [author.accountId]: proposal('create', tileWithoutId.data) },
    });
  });

  it('is stored as a proposed deletion of each tile that it leaves out', async () => {
    await propose({ ...mill, tiles: mill.tiles.slice(1) });
    expect(await nameTile()).toEqual({
      ...tileOf(mill),
      provisionaledits: { [author.accountId]: proposal('delete', tileOf(mill).data) },
    });
  });

  it('changes nothing if the same change is already proposed', async () => {
    await propose(renamed('Burnt Mill'));
    const before = await mills.traces();
    await propose(renamed('Burnt Mill'));
    expect(await mills.traces()).toBe(before);
  });

  it('deletes a tile that the account has proposed if it leaves the tile out', async () => {
    const { tileid: _, ...tileWithoutId } = tileOf(mill);
    await author.sendRequest('POST', '/api/tiles', {
      ...tileWithoutId,
      resourceinstance_id: oldMill,
    });
    await propose(mill);
    expect((await readRecord(reviewer)).tiles).toEqual(mill.tiles);
  });

  it('keeps the proposed value of one node when another node of the tile is written', async () => {
    const { tileid } = tileOf(mill);
    await sendForm(author, '/api/node_value/', { nodeid: name, tileid, data: 'Burnt Mill' });
    await sendForm(author, '/api/node_value/', { nodeid: note, tileid, data: 'since the fire' });
    await author.sendRequest('POST', `/api/tiles/${tileid}`, {
      nodegroup_id: appellation,
      data: { [note]: 'after the fire' },
    });
    expect(await nameTile()).toMatchObject({
      data: tileOf(mill).data,
      provisionaledits: {
        [author.accountId]: { value: { [name]: 'Burnt Mill', [note]: 'after the fire' } },
      },
    });
  });

  it('is withdrawn if the author writes the stored value again', async () => {
    const { tileid } = tileOf(mill);
    const before = await nameTile();
    for (const write of [
      async () => sendForm(author, '/api/node_value/', { nodeid: name, tileid, data: 'Old Mill' }),
      async () =>
        author.sendRequest('POST', `/api/tiles/${tileid}`, {
          nodegroup_id: appellation,
          data: { [name]: 'Old Mill' },
        }),
    ]) {
      await sendForm(author, '/api/node_value/', { nodeid: name, tileid, data: 'Burnt Mill' });
      await sendForm(mills.writers.anotherAuthor, '/api/node_value/', {
        nodeid: name,
        tileid,
        data: 'Their Mill',
      });
      expect((await write()).status).toBe(200);
      expect(Object.keys((await nameTile())?.provisionaledits ?? {})).toEqual([
        String(mills.writers.anotherAuthor.accountId),
      ]);
      await reviewer.sendRequest('PUT', recordPath, renamed('Third Mill'));
      await reviewer.sendRequest('PUT', recordPath, mill);
      expect(await nameTile()).toEqual(before);
    }
  });

  it('keeps out values of nodes that are no longer in the nodegroup', async () => {
    const { tileid } = tileOf(mill);
    await sendForm(author, '/api/node_value/', { nodeid: name, tileid, data: 'Burnt Mill' });
    await runStatement(
      mills.service,
      `update tile set provisional_edits = jsonb_set(provisional_edits, '{${author.accountId},value,${millNodes.geometry}}', '"moved"') where tile_id = '${tileid}'`,
    );
    const answer = await sendForm(author, '/api/node_value/', {
      nodeid: note,
      tileid,
      data: 'since the fire',
    });
    expect([answer.status, await nameTile()]).toMatchObject([
      200,
      {
        provisionaledits: {
          [author.accountId]: { value: { [name]: 'Burnt Mill', [note]: 'since the fire' } },
        },
      },
    ]);
  });

  it('is refused with 422 if it changes the sort order of a tile or the legacy id', async () => {
    const before = await mills.traces();
    const moved = withTile(mill, { ...tileOf(renamed('Burnt Mill')), sortorder: 9 });
    expect(await refusalOf(await author.sendRequest('PUT', recordPath, moved))).toEqual([
      422,
      'unprocessable_document',
      ['place_not_proposable /tiles/0'],
    ]);
    expect(
      await refusalOf(await author.sendRequest('PUT', recordPath, { ...moved, legacyid: 'mine' })),
    ).toEqual([
      422,
      'unprocessable_document',
      ['place_not_proposable /tiles/0', 'legacyid_not_proposable '],
    ]);
    expect(await mills.traces()).toBe(before);
  });

  it('does not appear in names, features and RDF', async () => {
    const movedPlace = {
      type: 'FeatureCollection',
      features: [
        {
          type: 'Feature',
          id: '1',
          properties: {},
          geometry: { type: 'Point', coordinates: [77, 7] },
        },
      ],
    };
    await reviewer.sendRequest(
      'PUT',
      recordPath,
      withTile(mill, withValue(tileOf(mill), note, 'named')),
    );
    await propose(
      withTile(renamed('Burnt Mill'), withValue(tileOf(mill, place), geometry, movedPlace)),
    );
    const answers = await Promise.all(
      [`${path}?format=turtle`, path, `/geojson?resourceid=${oldMill}`].map(async (target) =>
        (await reviewer.sendRequest('GET', target)).text(),
      ),
    );
    expect(answers.join('\n')).not.toMatch(/Burnt|77/);
    expect(
      z.looseObject({ displayname: z.string() }).parse(await readRecord(reviewer)).displayname,
    ).toBe('Old Mill');
  });

  it('is visible only to its author and to reviewers', async () => {
    await propose(renamed('Burnt Mill'));
    const readProposals = async (who: TestWriter) => (await nameTile(who))?.provisionaledits;
    expect(await readProposals(author)).not.toBeNull();
    expect(await readProposals(mills.writers.administrator)).not.toBeNull();
    expect(await readProposals(mills.writers.reader)).toBeNull();
  });
});

describe('a PUT of the document of GET while tiles have proposals', () => {
  it.each(['author', 'reviewer', 'administrator'] as const)(
    'changes nothing if %s sends it, in every form',
    async (who) => {
      const { tileid: _, ...tileWithoutId } = tileOf(mill);
      await author.sendRequest('POST', '/api/tiles', {
        ...tileWithoutId,
        resourceinstance_id: oldMill,
      });
      await propose(
        withTile(await readRecord(author), withValue(tileOf(mill), name, 'Burnt Mill')),
      );
      const before = await mills.traces();
      for (const form of ['json-ld', 'json-ld&profile=linked', 'service-json', 'json']) {
        const document = await mills.writers[who].read(`${path}?format=${form}`);
        const answer = await mills.writers[who].sendRequest(
          'PUT',
          `${path}?format=${form.split('&')[0]}`,
          document,
        );
        expect([form, answer.status]).toEqual([form, 200]);
      }
      expect(await mills.traces()).toBe(before);
    },
  );
});

describe('a write of a reviewer', () => {
  it('is accepted at once, and removes the proposals for the tile', async () => {
    await propose(renamed('Burnt Mill'));
    await reviewer.sendRequest('PUT', recordPath, renamed('Burned Mill'));
    expect(await nameTile()).toEqual(withValue(tileOf(mill), name, 'Burned Mill'));
  });

  it('does not change the version for accounts that could not see a proposed tile that it rejects', async () => {
    const readVersion = async (who: TestWriter) =>
      (await who.sendRequest('GET', path)).headers.get('etag');
    const { anotherAuthor } = mills.writers;
    const version = await readVersion(anotherAuthor);
    const activities = () => queryColumn(mills.service, 'select ordinal from activity order by 1');
    const activitiesBefore = await activities();
    await author.sendRequest('POST', '/api/tiles', {
      ...tileOf(mill),
      tileid: undefined,
      resourceinstance_id: oldMill,
    });
    const proposedVersion = await readVersion(author);
    const headers = { 'if-match': (await readVersion(reviewer)) ?? '' };
    expect((await reviewer.sendRequest('PUT', recordPath, mill, headers)).status).toBe(200);
    expect((await readRecord(author)).tiles).toEqual(mill.tiles);
    expect([await readVersion(anotherAuthor), await activities()]).toEqual([
      version,
      activitiesBefore,
    ]);
    expect(await readVersion(author)).not.toEqual(proposedVersion);
  });

  it('keeps the proposals for other tiles', async () => {
    await propose(renamed('Burnt Mill'));
    const secondName = mill.tiles[1];
    if (secondName === undefined) throw new Error('The mill has only one name.');
    await reviewer.sendRequest(
      'PUT',
      recordPath,
      withTile(mill, withValue(secondName, name, 'House')),
    );
    expect((await nameTile())?.provisionaledits).not.toBeNull();
  });
});

describe('a dry run', () => {
  it('of an author lists the tiles that would get a proposal, and stores nothing', async () => {
    await propose(renamed('Burnt Mill'));
    const answer = await author.sendRequest(
      'PUT',
      `${recordPath}&dry_run=true`,
      renamed('Third Mill'),
    );
    expect(await plannedBy(answer)).toMatchObject({ changed: [tileOf(mill).tileid] });
    expect(
      await queryColumn(
        mills.service,
        'select provisional_edits::text from tile where provisional_edits is not null',
      ),
    ).toEqual([expect.stringContaining('Burnt Mill')]);
  });
});
