import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { queryColumn } from '../../support/sample.ts';
import { oldMill } from './every-write.ts';
import { millNodes } from './mill-service.ts';
import {
  openMillYard,
  plannedBy,
  recordOf,
  recordPath,
  refusalOf,
  sendForm,
  tileOf,
  withTile,
  withValue,
  type MillRecord,
  type MillYard,
  type TileRecord,
} from './mill-yard.ts';
import type { TestWriter } from './writers.ts';

let yard: MillYard;
let author: TestWriter;
let reviewer: TestWriter;
let mill: MillRecord;

beforeAll(async () => {
  yard = await openMillYard();
  ({ author, reviewer } = yard.writers);
});

beforeEach(async () => {
  await yard.reset();
  mill = await recordOf(reviewer);
});

afterAll(async () => yard?.service.close());

const { appellation, name, note, place, geometry } = millNodes;
const path = `/resources/${oldMill}`;

async function propose(document: unknown): Promise<void> {
  const answer = await author.ask('PUT', recordPath, document);
  expect([answer.status, await answer.text()]).toEqual([200, expect.any(String)]);
}

const renamed = (text: string): MillRecord => withTile(mill, withValue(tileOf(mill), name, text));

/** The first name of the mill, as a reviewer is given it. */
const nameTile = async (who = reviewer): Promise<TileRecord | undefined> =>
  (await recordOf(who)).tiles.find(({ tileid }) => tileid === tileOf(mill).tileid);

const proposal = (action: string, value: unknown) => ({
  value,
  action,
  status: 'review',
  reviewer: null,
  timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/),
  reviewtimestamp: null,
});

describe('what an author writes who is no reviewer', () => {
  it('is proposed beside the value that counts, by the id of the account', async () => {
    await propose(renamed('Burnt Mill'));
    expect(await nameTile()).toEqual({
      ...tileOf(mill),
      provisionaledits: {
        [author.accountId]: proposal('update', { ...tileOf(mill).data, [name]: 'Burnt Mill' }),
      },
    });
  });

  it('is proposed as a new tile without values', async () => {
    const { tileid: _, ...rest } = withValue(tileOf(mill), name, 'Third Mill');
    const answer = await author.ask('POST', '/api/tiles', {
      ...rest,
      resourceinstance_id: oldMill,
    });
    expect(await answer.json()).toMatchObject({
      data: Object.fromEntries(Object.keys(rest.data).map((nodeId) => [nodeId, null])),
      provisionaledits: { [author.accountId]: proposal('create', rest.data) },
    });
  });

  it('is proposed as a deletion where it leaves a tile out', async () => {
    await propose({ ...mill, tiles: mill.tiles.slice(1) });
    expect(await nameTile()).toEqual({
      ...tileOf(mill),
      provisionaledits: { [author.accountId]: proposal('delete', tileOf(mill).data) },
    });
  });

  it('changes nothing where it is proposed already', async () => {
    await propose(renamed('Burnt Mill'));
    const before = await yard.traces();
    await propose(renamed('Burnt Mill'));
    expect(await yard.traces()).toBe(before);
  });

  it('is taken back where it was a new tile that nobody else has touched', async () => {
    const { tileid: _, ...rest } = tileOf(mill);
    await author.ask('POST', '/api/tiles', { ...rest, resourceinstance_id: oldMill });
    await propose(mill);
    expect((await recordOf(reviewer)).tiles).toEqual(mill.tiles);
  });

  it('keeps one value of a tile that is proposed while another is', async () => {
    const { tileid } = tileOf(mill);
    await sendForm(author, '/api/node_value/', { nodeid: name, tileid, data: 'Burnt Mill' });
    await sendForm(author, '/api/node_value/', { nodeid: note, tileid, data: 'since the fire' });
    await author.ask('POST', `/api/tiles/${tileid}`, {
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

  it('moves nothing that counts: places are the reviewers’, and so is the legacy id', async () => {
    const before = await yard.traces();
    const moved = withTile(mill, { ...tileOf(renamed('Burnt Mill')), sortorder: 9 });
    expect(await refusalOf(await author.ask('PUT', recordPath, moved))).toEqual([
      422,
      'unprocessable_document',
      ['place_not_proposable /tiles/0'],
    ]);
    expect(
      await refusalOf(await author.ask('PUT', recordPath, { ...moved, legacyid: 'mine' })),
    ).toEqual([
      422,
      'unprocessable_document',
      ['place_not_proposable /tiles/0', 'legacyid_not_proposable '],
    ]);
    expect(await yard.traces()).toBe(before);
  });

  it('is shown in no name, no feature and no RDF', async () => {
    const moved = {
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
    await reviewer.ask('PUT', recordPath, withTile(mill, withValue(tileOf(mill), note, 'named')));
    await propose(withTile(renamed('Burnt Mill'), withValue(tileOf(mill, place), geometry, moved)));
    const shown = await Promise.all(
      [`${path}?format=turtle`, path, `/geojson?resourceid=${oldMill}`].map(async (asked) =>
        (await reviewer.ask('GET', asked)).text(),
      ),
    );
    expect(shown.join('\n')).not.toMatch(/Burnt|77/);
    expect(
      z.looseObject({ displayname: z.string() }).parse(await recordOf(reviewer)).displayname,
    ).toBe('Old Mill');
  });

  it('is seen by its author and by reviewers, and by nobody else', async () => {
    await propose(renamed('Burnt Mill'));
    const seenBy = async (who: TestWriter) => (await nameTile(who))?.provisionaledits;
    expect(await seenBy(author)).not.toBeNull();
    expect(await seenBy(yard.writers.administrator)).not.toBeNull();
    expect(await seenBy(yard.writers.reader)).toBeNull();
  });
});

describe('a PUT of what GET gave, where something is proposed', () => {
  it.each(['author', 'reviewer', 'administrator'] as const)(
    'changes nothing, in every form (%s)',
    async (who) => {
      const { tileid: _, ...rest } = tileOf(mill);
      await author.ask('POST', '/api/tiles', { ...rest, resourceinstance_id: oldMill });
      await propose(withTile(await recordOf(author), withValue(tileOf(mill), name, 'Burnt Mill')));
      const before = await yard.traces();
      for (const form of ['json-ld', 'json-ld&profile=linked', 'service-json', 'json']) {
        const document = await yard.writers[who].read(`${path}?format=${form}`);
        const answer = await yard.writers[who].ask(
          'PUT',
          `${path}?format=${form.split('&')[0]}`,
          document,
        );
        expect([form, answer.status]).toEqual([form, 200]);
      }
      expect(await yard.traces()).toBe(before);
    },
  );
});

describe('what a reviewer writes', () => {
  it('counts at once, and settles what was proposed for the tile', async () => {
    await propose(renamed('Burnt Mill'));
    await reviewer.ask('PUT', recordPath, renamed('Burned Mill'));
    expect(await nameTile()).toEqual(withValue(tileOf(mill), name, 'Burned Mill'));
  });

  it('leaves what is proposed for other tiles', async () => {
    await propose(renamed('Burnt Mill'));
    const other = mill.tiles[1];
    if (other === undefined) throw new Error('There is one name.');
    await reviewer.ask('PUT', recordPath, withTile(mill, withValue(other, name, 'House')));
    expect((await nameTile())?.provisionaledits).not.toBeNull();
  });
});

describe('a dry run', () => {
  it('of an author says what would be proposed, and proposes nothing', async () => {
    await propose(renamed('Burnt Mill'));
    const answer = await author.ask('PUT', `${recordPath}&dry_run=true`, renamed('Third Mill'));
    expect(await plannedBy(answer)).toMatchObject({ changed: [tileOf(mill).tileid] });
    expect(
      await queryColumn(
        yard.service,
        'select provisional_edits::text from tile where provisional_edits is not null',
      ),
    ).toEqual([expect.stringContaining('Burnt Mill')]);
  });
});
