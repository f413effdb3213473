import { gzipSync } from 'node:zlib';

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import {
  importActivity,
  type ActivityImportOptions,
} from '../../../../../infra/cli/import/activity/import-activity.ts';
import {
  completeStagedEdits,
  createEditStagingTable,
  removeUnlistedChanges,
  stagedEditsStart,
  stageEdits,
  writeStagedEdits,
} from '../../../../../infra/cli/import/activity/queries/write-activity.ts';
import { runQuery } from '../../../../../lib/data-api/query.ts';
import { rawSql } from '../../../../../lib/data-api/sql.ts';
import { createTestAccount } from '../../../../support/accounts.ts';
import { takeSample, triesAllCases } from '../../../../support/random/take-sample.ts';
import { findTestData } from '../../../../support/test-data.ts';
import { id } from '../graphs/example.ts';
import { fingerprint, createTestContext, openWorkshop, type Workshop } from '../importing.ts';
import { editRow, readGazetteerEdits, gazetteerGraphId, toJsonLines } from './edit-logs.ts';

let workshop: Workshop;
let annaId: number;

const historyFile = findTestData('activity-streams/pleiades_history_dev.jsonl.gz');
const graphId = id(100);
const instanceId = (number: number): string => id(500 + number);

beforeAll(async () => {
  workshop = await openWorkshop();
  annaId = await createTestAccount(workshop, 'anna', { email: 'anna@example.org' });
});

beforeEach(async () => {
  for (const statement of [
    'delete from activity',
    `update activity_counter set ordinal = 0, end_time = 'epoch'`,
  ]) {
    await workshop.stack.owner.write(rawSql(statement));
  }
});

afterAll(async () => workshop?.close());

type Options = Partial<ActivityImportOptions> & Parameters<typeof createTestContext>[1];

/** Imports the text of a file. */
async function importText(
  content: string | Uint8Array,
  { timeZone = 'UTC', masksDeleted = false, ...options }: Options = {},
  name = 'edits.jsonl',
) {
  const context = createTestContext(workshop.stack.dataApi, options);
  const files = [await workshop.file(name, content)];
  const imported = await importActivity(files, context, { timeZone, masksDeleted });
  return { imported, problems: context.problems };
}

const importRows = (rows: readonly Readonly<Record<string, unknown>>[], options: Options = {}) =>
  importText(toJsonLines(rows.map(editRow)), options);

/** The activity stream: ordinal, type, resource instance and time of each item. */
const readStream = async () =>
  workshop.rows(
    `select ordinal, activity_type, resource_id::text, to_char(end_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS') from activity order by ordinal`,
  );
/** All edits of a sample of the places. */
function takePlaces(
  edits: Awaited<ReturnType<typeof readGazetteerEdits>>,
): Awaited<ReturnType<typeof readGazetteerEdits>> {
  const editsOfPlaces = [
    ...Map.groupBy(edits, ({ resourceinstanceid }) => resourceinstanceid).values(),
  ];
  return takeSample(editsOfPlaces, 1000).flat();
}
const readTypes = async (): Promise<readonly unknown[]> =>
  (await readStream()).map(([, type]) => type);

describe('the import of an edit log of another platform', () => {
  it('writes one item for each resource instance and transaction, in the order of time', async () => {
    const { imported } = await importRows([
      {
        edittype: 'tile edit',
        resourceinstanceid: instanceId(1),
        transactionid: id(1),
        timestamp: '2020-03-01T10:00:02',
      },
      {
        edittype: 'tile delete',
        resourceinstanceid: instanceId(1),
        transactionid: id(1),
        timestamp: '2020-03-01T10:00:01',
      },
      {
        edittype: 'tile create',
        resourceinstanceid: instanceId(2),
        transactionid: id(1),
        timestamp: '2020-03-01T10:00:00',
      },
      { edittype: 'create', resourceinstanceid: instanceId(1), timestamp: '2020-01-01T00:00:00' },
      {
        edittype: 'tile edit',
        resourceinstanceid: instanceId(1),
        timestamp: '2020-02-01T00:00:00.250',
      },
      { edittype: 'delete', resourceinstanceid: instanceId(1), timestamp: '2021-01-01T00:00:00' },
    ]);
    expect(await readStream()).toEqual([
      ['1', 'Create', instanceId(1), '2020-01-01T00:00:00.000'],
      ['2', 'Update', instanceId(1), '2020-02-01T00:00:00.250'],
      ['3', 'Update', instanceId(2), '2020-03-01T10:00:00.000'],
      ['4', 'Update', instanceId(1), '2020-03-01T10:00:02.000'],
      ['5', 'Delete', instanceId(1), '2021-01-01T00:00:00.000'],
    ]);
    expect(imported).toMatchObject({ read: 6, items: 5, leftOut: 0, skipped: 0 });
  });

  it.each([
    [['create', 'tile create'], 'Create'],
    [['tile create', 'delete'], 'Delete'],
    [['delete', 'create'], 'Update'],
    [['create', 'delete'], 'Delete'],
    [['create', 'delete', 'create'], 'Create'],
    [['delete edit'], 'Update'],
    [['bulk_create'], 'Create'],
    [['bulk_delete'], 'Delete'],
    [['bulk_update', 'bulk_edit'], 'Update'],
  ])('turns the edits %j of one transaction into one item of type %s', async (edits, type) => {
    await importRows(
      edits.map((edittype, index) => ({
        edittype,
        resourceinstanceid: instanceId(1),
        transactionid: id(1),
        timestamp: `2020-01-01T00:00:0${index}`,
      })),
    );
    expect(await readTypes()).toEqual([type]);
  });

  it('keeps the order of the lines if times are equal', async () => {
    const rows = [3, 1, 2].map((number) => ({
      edittype: 'create',
      resourceinstanceid: instanceId(number),
    }));
    await importRows(rows);
    expect((await readStream()).map(([, , resourceId]) => resourceId)).toEqual(
      [3, 1, 2].map(instanceId),
    );
  });

  it('adds the tiles of a new resource instance to its creation, and ignores edits without a resource instance', async () => {
    const { imported, problems } = await importRows([
      { edittype: 'create', resourceinstanceid: instanceId(1), transactionid: id(1) },
      {
        edittype: 'tile create',
        resourceinstanceid: instanceId(1),
        transactionid: id(2),
        note: 'resource creation',
      },
      { edittype: 'bulk_create', resourceinstanceid: '' },
    ]);
    expect([await readTypes(), imported.skipped, problems]).toEqual([['Create'], 2, []]);
  });

  it('reads times without a zone in the given time zone, and others in their own', async () => {
    const times = [
      '2020-01-15T06:00:00',
      '2020-01-15 12:30:00+00:00',
      '2020-01-15T13:00:00Z',
      '2020-01-15T15:30:00.5+0200',
      '2020-07-15 06:00:00.123456',
    ];
    await importRows(
      times.map((timestamp, index) => ({ resourceinstanceid: instanceId(index), timestamp })),
      { timeZone: 'America/Chicago' },
    );
    expect((await readStream()).map(([, , , time]) => time)).toEqual([
      '2020-01-15T12:00:00.000',
      '2020-01-15T12:30:00.000',
      '2020-01-15T13:00:00.000',
      '2020-01-15T13:30:00.500',
      '2020-07-15T11:00:00.123',
    ]);
  });

  it('finds an account by username, else by id unless the username or e-mail address differs', async () => {
    const { imported } = await importRows([
      { resourceinstanceid: instanceId(1), user_username: 'anna', userid: '999999' },
      { resourceinstanceid: instanceId(2), userid: String(annaId), user_email: 'Anna@Example.org' },
      { resourceinstanceid: instanceId(3), userid: annaId },
      { resourceinstanceid: instanceId(4), userid: String(annaId), user_email: 'bert@example.org' },
      { resourceinstanceid: instanceId(5), userid: String(annaId), user_username: 'bert' },
      { resourceinstanceid: instanceId(6) },
    ]);
    const accounts = await workshop.rows('select account_id from activity order by ordinal');
    expect(accounts.flat()).toEqual([...[annaId, annaId, annaId].map(String), null, null, null]);
    expect(imported.unknownUsers).toBe(2);
  });

  it('reads a gzip file', async () => {
    const text = toJsonLines([editRow({ resourceinstanceid: instanceId(1) })]);
    await importText(gzipSync(text), {}, 'edits.jsonl.gz');
    expect(await readTypes()).toEqual(['Update']);
  });

  it('reports each invalid line, and imports the others', async () => {
    const lines = [
      JSON.stringify(editRow({ resourceinstanceid: instanceId(1) })),
      '{"edittype": "create"',
      '',
      JSON.stringify(editRow({ resourceinstanceid: 'no id', timestamp: undefined })),
      JSON.stringify(editRow({ resourceinstanceid: instanceId(2), edittype: 'polish' })),
      JSON.stringify(
        editRow({ resourceinstanceid: instanceId(2), timestamp: '2020-02-30T00:00:00' }),
      ),
      JSON.stringify(editRow({ resourceinstanceid: instanceId(2), resourceclassid: null })),
      '[]',
      JSON.stringify(editRow({ resourceinstanceid: instanceId(3) })),
      JSON.stringify(
        editRow({ resourceinstanceid: instanceId(2), timestamp: '0000-01-01T00:00:00' }),
      ),
    ];
    const { imported, problems } = await importText(lines.join('\n'));
    expect(problems.map(({ code, message }) => `${/Line \d+/.exec(message)?.[0]} ${code}`)).toEqual(
      [
        'Line 2 malformed_json',
        'Line 4 invalid_edit',
        'Line 5 unknown_edit_type',
        'Line 6 invalid_time',
        'Line 8 invalid_edit',
        'Line 10 invalid_time',
        'Line 7 unknown_graph',
      ],
    );
    expect(problems[1]?.message).toMatch(/timestamp is needed.*resourceinstanceid is not a UUID/);
    expect([imported.leftOut, imported.items]).toEqual([7, 2]);
    expect((await readStream()).map(([, , resourceId]) => resourceId)).toEqual([
      instanceId(1),
      instanceId(3),
    ]);
  });

  it('uses the graph of the stored resource instance if the row has none', async () => {
    await workshop.stack.owner.write(
      rawSql(`insert into graph (graph_id, publication_id, name, is_resource_model, source)
values ('${graphId}', gen_random_uuid(), '{}', true, '{}')`),
    );
    await workshop.stack.owner.write(
      rawSql(
        `insert into resource (resource_id, graph_id) values ('${instanceId(9)}', '${graphId}')`,
      ),
    );
    const { problems } = await importRows([
      { resourceinstanceid: instanceId(9), resourceclassid: '' },
    ]);
    const [row] = await workshop.rows('select graph_id::text from activity');
    expect([row, problems]).toEqual([[graphId], []]);
  });

  it('stops at the first invalid line and stores nothing if it is strict', async () => {
    const before = await fingerprint(workshop.stack.owner);
    const lines = [JSON.stringify(editRow({ resourceinstanceid: instanceId(1) })), 'nothing'].join(
      '\n',
    );
    await expect(importText(lines, { strict: true })).rejects.toMatchObject({
      code: 'import_stopped',
    });
    expect(await fingerprint(workshop.stack.owner)).toEqual(before);
  });

  it('checks and counts the rows but writes nothing in a dry run', async () => {
    const before = await fingerprint(workshop.stack.owner);
    const lines = [JSON.stringify(editRow({ resourceinstanceid: instanceId(1) })), 'nothing'].join(
      '\n',
    );
    const { imported, problems } = await importText(lines, { dryRun: true });
    expect([imported.items, imported.leftOut, problems.length]).toEqual([1, 1, 1]);
    expect(await fingerprint(workshop.stack.owner)).toEqual(before);
  });

  it('is refused if the stream has items', async () => {
    await importRows([{ resourceinstanceid: instanceId(1) }]);
    const before = await fingerprint(workshop.stack.owner);
    await expect(importRows([{ resourceinstanceid: instanceId(2) }])).rejects.toMatchObject({
      code: 'stream_not_empty',
      message: expect.stringContaining('already has 1 item'),
    });
    expect(await fingerprint(workshop.stack.owner)).toEqual(before);
  });

  it('masks, on request, deletions of resource instances that are not stored', async () => {
    const rows = [
      { edittype: 'delete', resourceinstanceid: instanceId(1) },
      { edittype: 'delete', resourceinstanceid: instanceId(9) },
      { edittype: 'create', resourceinstanceid: instanceId(1) },
    ];
    await importRows(rows, { masksDeleted: true });
    const flags = await workshop.rows('select had_grants from activity order by ordinal');
    expect(flags.flat()).toEqual([true, false, false]);
  });

  it('reports that the last edit is in the future', async () => {
    const { imported } = await importRows([
      { resourceinstanceid: instanceId(1), timestamp: '2999-01-01T00:00:00Z' },
    ]);
    expect(imported.isAhead).toBe(true);
  });

  it('stores many items in several calls, without a gap in ordinals or a step back in time', async () => {
    // A call stores 20,000 items.
    const count = triesAllCases ? 45_000 : 20_500;
    const rows = Array.from({ length: count }, (_, index) =>
      editRow({
        edittype: 'create',
        resourceinstanceid: id(1_000_000 + index),
        timestamp: `2020-01-01T00:00:${String(index % 60).padStart(2, '0')}`,
      }),
    );
    const { imported } = await importText(toJsonLines(rows));
    expect(imported.items).toBe(count);
    const [row] = await workshop.rows(`select
  count(*) = ${count}, min(a.ordinal) = 1, max(a.ordinal) = ${count}, bool_and(is_ascending), max(c.ordinal) = ${count}
from (
  select ordinal, end_time >= coalesce(lag(end_time) over (order by ordinal), end_time) as is_ascending from activity
) a
cross join activity_counter c`);
    expect(row).toEqual([true, true, true, true, true]);
  });
});

describe('changes that no edit records', () => {
  it('include a deletion, unless the last of the edits is one', async () => {
    const [updated, deleted] = [instanceId(41), instanceId(42)];
    await workshop.stack.dataApi.transaction(async ({ execute }) => {
      await execute(createEditStagingTable());
      const edits = [
        { resource_id: updated, change: 'Update' as const },
        { resource_id: deleted, change: 'Delete' as const },
      ].map((edit, index) => ({
        ...edit,
        position: String(index).padStart(16, '0'),
        time: '2020-01-01T00:00:00Z',
        has_zone: true,
        graph_id: graphId,
        transaction_id: null,
        user_id: null,
        username: null,
        first_name: null,
        last_name: null,
        email: null,
      }));
      await runQuery(execute, stageEdits(edits, 'UTC'));
      await execute(
        rawSql(`insert into unlisted_change (resource_id, graph_id, kind)
values ('${updated}', '${graphId}', 'Delete'), ('${deleted}', '${graphId}', 'Delete')`),
      );
      for (const statement of completeStagedEdits) await execute(statement);
      await runQuery(execute, writeStagedEdits(stagedEditsStart, false));
      await execute(removeUnlistedChanges());
    });
    const types = (await readStream()).map(([, type, resource]) => [resource, type]);
    expect(types).toEqual([
      [updated, 'Update'],
      [deleted, 'Delete'],
      [updated, 'Delete'],
    ]);
  });
});

describe.skipIf(historyFile === undefined)('the import of the history of a real gazetteer', () => {
  it('turns its changes into a stream in the order of time', async () => {
    const edits = takePlaces(await readGazetteerEdits(historyFile ?? ''));
    const { imported, problems } = await importText(toJsonLines(edits));
    const itemCount = new Set(edits.map(({ transactionid }) => transactionid)).size;
    const placeCount = new Set(edits.map(({ resourceinstanceid }) => resourceinstanceid)).size;
    expect([problems, imported.read, imported.items]).toEqual([[], edits.length, itemCount]);
    const [row] = await workshop.rows(`select
  count(*) filter (where activity_type = 'Create') = ${placeCount},
  count(distinct resource_id) = ${placeCount},
  bool_and(is_ascending),
  bool_and(graph_id = '${gazetteerGraphId}')
from (
  select *, end_time >= coalesce(lag(end_time) over (order by ordinal), end_time) as is_ascending from activity
) a`);
    expect(row).toEqual([true, true, true, true]);
  });
});
