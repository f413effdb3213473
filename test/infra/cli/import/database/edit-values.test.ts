import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { openSourceDatabase } from '../../../../support/source-database.ts';
import { findTestData } from '../../../../support/test-data.ts';
import {
  historySchema,
  openEditHistories,
  renamed,
  type EditHistories,
  type HistoryReader,
} from './edit-histories.ts';
import { photos, textValue } from './source-edits.ts';

const folder = findTestData('arches76-dump');
const { resourceId, title, titleTileId, reference, graphId } = photos;

describe.skipIf(folder === undefined)('an edit of an imported edit log', () => {
  let histories: EditHistories;

  beforeAll(async () => {
    histories = await openEditHistories();
  });

  beforeEach(async () => histories.reset());

  afterAll(async () => histories?.close());

  it('is in the history of its record: who, when, which tile, before and after', async () => {
    await histories.importEdits([renamed]);
    expect((await histories.readEdits('reviewer')).at(-1)).toMatchObject({
      type: 'tile edit',
      time: '2020-05-04T12:00:00.000Z',
      tile: titleTileId,
      nodegroup: title,
      actor: { name: 'writing-author' },
      before: { [title]: { en: { value: 'Old House' } } },
      after: { [title]: { en: { value: 'New House' } } },
    });
  });

  it('is on the page of the history, too', async () => {
    await histories.importEdits([renamed]);
    expect(await histories.readText('nobody')).toMatch(
      /4 May 2020, 12:00 UTC ?, writing-author Changed: Title Title Before Old House After New House/,
    );
  });

  it('keeps deleted tiles with their values', async () => {
    const deleted = { edittype: 'tile delete', oldvalue: { [title]: textValue('Old House') } };
    await histories.importEdits([deleted]);
    expect((await histories.readEdits('reviewer')).at(-1)).toMatchObject({
      type: 'tile delete',
      before: { [title]: { en: { value: 'Old House' } } },
      after: null,
    });
  });

  it('is older than the import in the history, whose pages follow each other', async () => {
    await histories.importEdits([
      { ...renamed, timestamp: '2019-01-01T00:00:00Z' },
      { ...renamed, timestamp: '2021-01-01T00:00:00Z' },
      { ...renamed, timestamp: '2020-01-01T00:00:00Z' },
    ]);
    const all = await histories.readEdits('reviewer');
    expect(all.slice(-3).map(({ time }) => time.slice(0, 4))).toEqual(['2021', '2020', '2019']);
    expect(all.slice(0, -3).map(({ actor }) => actor)).toEqual(all.slice(0, -3).map(() => null));
    const paged: unknown[] = [];
    let path: string | null = `/resources/${resourceId}/history?limit=2`;
    while (path !== null) {
      const page = historySchema.parse(await (await histories.get(path, 'reviewer')).json());
      paged.push(...page.edits);
      path = page.next === null ? null : new URL(page.next).pathname + new URL(page.next).search;
    }
    expect(paged).toEqual(all);
  });

  it('has times without a zone in that of the import', async () => {
    const another = await openSourceDatabase();
    try {
      await another.run(
        `delete from edit_log; alter table edit_log alter column "timestamp" type timestamp`,
      );
      await histories.importEdits([{ ...renamed, timestamp: '2020-05-04 12:00:00' }], another);
    } finally {
      await another.drop();
    }
    expect((await histories.readEdits('reviewer')).at(-1)?.time).toBe('2020-05-04T17:00:00.000Z');
  });

  it('keeps the name of a user without an account, and edits of bulk loads without a user', async () => {
    const nobody = { userid: '', user_username: '', timestamp: '2018-01-01T00:00:00Z' };
    const bulk = { ...renamed, ...nobody, edittype: 'bulk_create', oldvalue: {} };
    await histories.importEdits([{ ...renamed, user_username: 'gone', userid: '99' }, bulk]);
    expect((await histories.readEdits('reviewer')).slice(-2)).toMatchObject([
      { actor: { url: 'https://heritage.test/user/0', name: 'gone' } },
      { type: 'tile create', actor: null, before: null },
    ]);
    expect(await histories.readText('nobody')).toMatch(/12:00 UTC ?, gone Changed: Title/);
  });

  it.each([
    ['the JSON of values', JSON.stringify({ [title]: textValue('Old House') })],
    ['values', { [title]: textValue('Old House') }],
  ])('shows %s to everybody who may read them', async (_form, oldvalue) => {
    await histories.importEdits([{ ...renamed, oldvalue }]);
    expect((await histories.readEdits('nobody')).at(-1)?.before).toEqual({
      [title]: textValue('Old House'),
    });
    expect(await histories.readText('nobody')).toContain('Old House');
  });

  it.each([
    ['text that is no JSON', `{'${title}': 'Old House'}`],
    ['JSON with a repeated member', `{"${title}": "Old House", "${title}": "New"}`],
    ['JSON that cannot be stored', `{"${title}": "Old House \\u0000"}`],
    ['a list', ['Old House']],
  ])('shows %s only to administrators, unchanged', async (_form, oldvalue) => {
    await histories.importEdits([{ ...renamed, oldvalue }]);
    const text = typeof oldvalue === 'string' ? oldvalue : JSON.stringify(oldvalue);
    expect((await histories.readEdits('administrator')).at(-1)?.before).toBe(text);
    expect(await histories.readText('administrator')).toContain('Old House');
    expect((await histories.readEdits('reviewer')).at(-1)?.before).toBeNull();
    expect(await histories.readText('reviewer')).not.toContain('Old House');
  });

  it('has every digit of numbers', async () => {
    const value = `{"${title}": 1.50, "${reference}": 12345678901234567890.10}`;
    await histories.source
      .run(`insert into edit_log (editlogid, transactionid, resourceclassid, resourceinstanceid, nodegroupid, tileinstanceid, edittype, "timestamp", oldvalue)
values (gen_random_uuid(), gen_random_uuid(), '${graphId}', '${resourceId}', '${title}', '${titleTileId}', 'tile edit', now(), '${value}')`);
    await histories.importEdits([]);
    const answer = await histories.get(`/resources/${resourceId}/history`, 'administrator');
    expect(await answer.text()).toMatch(/:12345678901234567890\.10,.*:1\.50/);
  });

  it('shows changes of the life-cycle state to everybody with the right', async () => {
    await histories.importEdits([
      {
        edittype: 'update_resource_instance_lifecycle_state',
        nodegroupid: null,
        tileinstanceid: null,
        oldvalue: 'Draft (9375c9a7-dad2-4f14-a5c1-d7e329fdde4f)',
        newvalue: 'Active (f75bb034-36e3-4ab4-8167-f520cf0b4c58)',
      },
    ]);
    expect((await histories.readEdits('nobody')).at(-1)).toMatchObject({
      type: 'state edit',
      before: 'Draft (9375c9a7-dad2-4f14-a5c1-d7e329fdde4f)',
      after: 'Active (f75bb034-36e3-4ab4-8167-f520cf0b4c58)',
    });
    expect(await histories.readText('nobody')).toMatch(
      /State changed Value Before Draft \(.* After Active \(/,
    );
  });

  it('keeps edits of types that are unknown here, for administrators', async () => {
    const types = ['moved', 'relation delete', 'tile proposal', 'state edit'];
    await histories.importEdits(
      types.map((edittype) => ({
        ...renamed,
        edittype,
        tileinstanceid: 'None',
        oldvalue: { from: 'secret', to: 'secret' },
      })),
    );
    const kinds = (await histories.readEdits('administrator')).slice(-4).map(({ type }) => type);
    expect(kinds.toSorted()).toEqual(['edit', 'edit', 'edit', 'moved']);
    expect(await histories.readText('administrator')).toContain('secret');
    expect(JSON.stringify(await histories.readEdits('reviewer'))).not.toContain('secret');
    expect(await histories.readText('reviewer')).not.toContain('secret');
  });

  it('shows proposals to their author and to reviewers', async () => {
    const proposal = {
      userid: String(histories.writers.author.accountId),
      user_username: 'writing-author',
      oldvalue: { [title]: textValue('Old House') },
      newvalue: { [title]: textValue('Old House') },
      newprovisionalvalue: { [title]: textValue('Proposed House') },
      provisional_edittype: 'add edit',
      provisional_userid: String(histories.writers.author.accountId),
    };
    const accepted = {
      ...renamed,
      timestamp: '2020-06-01T00:00:00Z',
      user_username: 'writing-reviewer',
      newvalue: { [title]: textValue('Proposed House') },
      provisional_edittype: 'accept edit',
      provisional_userid: String(histories.writers.author.accountId),
    };
    await histories.importEdits([proposal]);
    for (const caller of ['author', 'reviewer', 'administrator'] as const) {
      expect((await histories.readEdits(caller)).at(-1)).toMatchObject({
        type: 'tile proposal',
        provisionaledits_after: {
          [histories.writers.author.accountId]: {
            value: { [title]: { en: { value: 'Proposed House' } } },
          },
        },
      });
      expect(await histories.readText(caller)).toMatch(
        /writing-author Change proposed: .*Before Old House Proposed Proposed House/,
      );
    }
    for (const caller of ['nobody', 'anotherAuthor'] as const) {
      expect(JSON.stringify(await histories.readEdits(caller))).not.toContain('2020-05-04');
      expect(await histories.readText(caller)).not.toMatch(/Proposed House|4 May 2020/);
    }
    await histories.importEdits([accepted]);
    expect(await histories.readText('nobody')).toMatch(/Before Old House After Proposed House/);
    expect(await histories.readText('nobody')).not.toContain('accepted');
    expect(await histories.readText('reviewer')).toMatch(/Proposal of writing-author accepted/);
  });

  it('with a proposal that is no JSON of values is for administrators alone', async () => {
    const proposal = {
      newprovisionalvalue: "{'name': 'Proposed'}",
      provisional_edittype: 'add edit',
    };
    await histories.importEdits([{ ...renamed, ...proposal }]);
    expect(await histories.readText('administrator')).toContain('Proposed');
    for (const caller of ['author', 'reviewer'] as const)
      expect(JSON.stringify(await histories.readEdits(caller))).not.toMatch(/Proposed|Old House/);
  });

  it('of an existence of a record that was deleted there or here is for administrators alone', async () => {
    const deletion = {
      edittype: 'delete',
      tileinstanceid: null,
      timestamp: '2021-01-01T00:00:00Z',
    };
    const later = { ...renamed, timestamp: '2022-01-01T00:00:00Z' };
    await histories.importEdits([renamed, deletion, later]);
    const times = async (caller: HistoryReader) =>
      (await histories.readEdits(caller))
        .map(({ time }) => time.slice(0, 4))
        .filter((year) => year < '2023');
    expect(await times('reviewer')).toEqual(['2022']);
    expect(await times('administrator')).toEqual(['2022', '2021', '2020']);
    await histories.write(`insert into edit_log (transaction_id, resource_id, edit_type)
values (gen_random_uuid(), '${resourceId}', 'delete')`);
    const latest = { ...renamed, timestamp: '2022-06-01T00:00:00Z' };
    await histories.importEdits([latest]);
    expect(await times('reviewer')).toEqual([]);
    expect(await times('administrator')).toEqual(['2022', '2022', '2021', '2020']);
    await histories.write(
      `delete from edit_log where resource_id = '${resourceId}' and edit_type = 'delete'`,
    );
  });

  it('with values nested too deep to be served is left out; others are served, also in proposals', async () => {
    const nested = (levels: number) => ({
      [title]: JSON.parse('['.repeat(levels) + ']'.repeat(levels)) as unknown,
    });
    const proposing = (levels: number) => ({
      ...renamed,
      newprovisionalvalue: nested(levels),
      provisional_edittype: 'add edit',
    });
    const imported = await histories.importEdits([
      { ...renamed, oldvalue: nested(194) },
      { ...renamed, oldvalue: JSON.stringify(nested(195)) },
      proposing(194),
      { ...renamed, oldvalue: nested(195) },
      proposing(195),
    ]);
    expect(imported).toMatchObject({ created: 3, leftOut: 2 });
    const edits = await histories.readEdits('administrator');
    expect(edits.filter(({ time }) => time.startsWith('2020'))).toHaveLength(3);
    expect(await histories.readText('administrator')).toContain('New House');
  });

  it('takes values that are larger than a request', async () => {
    const huge = { ...renamed, oldvalue: { [title]: textValue('mill '.repeat(1_000_000)) } };
    await histories.importEdits([{ ...huge, timestamp: '2019-05-04T12:00:00Z' }, renamed]);
    const edit = (await histories.readEdits('administrator')).at(-1);
    expect(JSON.stringify(edit?.before).length).toBeGreaterThan(5_000_000);
    expect(await histories.readText('nobody')).toContain('mill mill …');
  });
});
