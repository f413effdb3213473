import { afterAll, beforeAll, expect, describe, it } from 'vitest';

import { rawSql } from '../../../../../lib/data-api/sql.ts';
import { NAME } from '../graphs/example.ts';
import { openWorkshop, type Workshop } from '../importing.ts';
import { monument, monumentGraph, resourceId, tile } from '../monuments.ts';

const anna = 41;
const bert = 42;
const nobody = 43;

describe('the owner in an imported file', () => {
  let workshop: Workshop;

  beforeAll(async () => {
    workshop = await openWorkshop();
    await workshop.importGraphs(monumentGraph());
    await workshop.stack.owner.write(
      rawSql(
        `insert into account (account_id, username) values (${anna}, 'anna'), (${bert}, 'bert')`,
      ),
    );
  });

  afterAll(async () => workshop?.close());

  const importOwner = async (number: number, owner?: unknown, dryRun = false) => {
    const header = owner === undefined ? {} : { principaluser_id: owner };
    const { imported, problems } = await workshop.importRecords(
      [monument(number, [tile(number, NAME, { [NAME]: 'Tower' })], header)],
      { dryRun },
    );
    const [row] = await workshop.rows(
      `select r.created_by::text, r.version::text from resource r where r.resource_id = '${resourceId(number)}'`,
    );
    const [createdBy, version] = row ?? [];
    return {
      changes: (imported.created ?? 0) + (imported.updated ?? 0),
      createdBy: createdBy == null ? null : Number(createdBy),
      version,
      problems: problems.map(({ code, record }) => [code, record]),
    };
  };

  it('is the account here with that id, and a second import changes nothing', async () => {
    const first = await importOwner(1, anna);
    expect(first).toMatchObject({ changes: 1, createdBy: anna });
    expect(await importOwner(1, anna)).toEqual({ ...first, changes: 0 });
  });

  it('is none if no account here has that id, with a warning, in a dry run too', async () => {
    const problems = [['unknown_owner', resourceId(2)]];
    expect(await importOwner(2, nobody, true)).toMatchObject({ changes: 1, problems });
    expect(await importOwner(2, nobody)).toMatchObject({ changes: 1, createdBy: null, problems });
  });

  it('is reported for each resource instance of a file that it is left out of', async () => {
    const { problems } = await workshop.importRecords(
      [21, 22, 23].map((number) =>
        monument(number, [], { principaluser_id: number === 22 ? anna : nobody }),
      ),
    );
    expect(problems.map(({ code, record }) => [code, record])).toEqual(
      [21, 23].map((number) => ['unknown_owner', resourceId(number)]),
    );
  });

  it('replaces that of a stored resource instance, which otherwise keeps its own', async () => {
    const first = await importOwner(3, anna);
    for (const other of [undefined, null, nobody, 'bert'])
      expect(await importOwner(3, other)).toEqual({ ...first, changes: 0, problems: [] });
    expect(await importOwner(3, bert)).toMatchObject({ changes: 1, createdBy: bert });
  });
});
