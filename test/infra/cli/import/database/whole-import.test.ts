import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { rawSql } from '../../../../../lib/data-api/sql.ts';
import { triesAllCases } from '../../../../support/random/take-sample.ts';
import { openSampledSource, type SourceDatabase } from '../../../../support/source-database.ts';
import { findTestData } from '../../../../support/test-data.ts';
import { openCommandLineService, type CommandLineService } from '../../beside-service.ts';
import {
  fingerprintOf,
  openPackageWorkshop,
  standardFingerprintOf,
} from '../../export/package/package-workshop.ts';
import { fingerprint } from '../importing.ts';
import { compareContent, noDifferences } from './compare-content.ts';
import {
  listRights,
  readReferenceRights,
  readRightsHere,
  rightsWithout,
} from './rights/reference-rights.ts';

const folder = findTestData('arches76-dump');

const settingsOfInstance = ['--permissions', 'default-allow', '--timezone', 'America/Chicago'];

describe.skipIf(folder === undefined)('hds import database', () => {
  let source: SourceDatabase;
  let service: CommandLineService;

  beforeAll(async () => {
    source = await openSampledSource();
    await source.run(`update edit_log e
set userid = u.id::text
from auth_user u
where u.username = 'cora'
  and e.edittype = 'create'`);
    service = await openCommandLineService();
    // The ids of the accounts of the source are taken.
    for (const name of ['ida', 'otto', 'rosa'])
      await service.outputOf('account', 'create', name, '--administrator', '--no-password');
    await service.stack.owner.write(rawSql('update account set account_id = account_id + 3'));
  });

  afterAll(async () => {
    await service?.close();
    await source?.drop();
  });

  const importDatabase = (...options: readonly string[]) =>
    service.run('import', 'database', source.url, ...settingsOfInstance, ...options);

  const readAccountIds = async (): Promise<ReadonlyMap<string, number>> => {
    const rows = await service.rows('select a.username, a.account_id from account a');
    return new Map(rows.map(([name, id]) => [String(name), Number(id)]));
  };

  it.each([
    [[], 'Give --permissions'],
    [['--permissions', 'default-allow'], 'Give --permissions'],
    [['--finish'], '--finish cannot be combined'],
  ])('refuses missing and wrong options: %s', async (options, message) => {
    const { code, error } = await service.run('import', 'database', source.url, ...options);
    expect([code, error]).toEqual([1, expect.stringContaining(message)]);
  });

  it('imports content, accounts and rights, compares them, and closes the service for writes', async () => {
    const { out, error } = await importDatabase();
    expect(error).not.toContain('hds:');
    expect(out).toContain('Compared by hash: ');
    expect(out).toContain(
      'Writes over HTTP are refused (409) until: hds import database --finish.',
    );
    expect(
      await service.rows('select count(*)::int from database_import where finished_at is null'),
    ).toEqual([['1']]);
  });

  it('gives nobody more rights than there', async () => {
    const reference = readReferenceRights(folder ?? '');
    const names = await readAccountIds();
    const ids = new Map(
      Object.entries(reference).map(([name, { id }]) => [id, names.get(name) ?? -1]),
    );
    const rights = listRights(
      reference,
      await readRightsHere({ workshop: service }, reference, ids),
    );
    expect(rightsWithout(rights.here, rights.there)).toEqual([]);
    expect(rights.here.length).toBeGreaterThan(100);
  });

  it('names the authors of proposals and edits by their accounts here', async () => {
    const ids = await readAccountIds();
    const authors = await service.rows(`select distinct k.author
from tile t
cross join lateral jsonb_object_keys(t.provisional_edits) k (author)`);
    expect(authors).toEqual([[String(ids.get('cora'))]]);
    const editors = await service.rows(
      'select distinct a.username from activity v join account a on a.account_id = v.account_id order by 1',
    );
    expect(editors).toEqual([['cora']]);
  });

  it('writes nothing if it is repeated', async () => {
    const before = await fingerprint(service.stack.owner);
    await importDatabase();
    expect(await fingerprint(service.stack.owner)).toEqual(before);
  });

  it('closes a new resource instance before it stores its tiles', async () => {
    await source.run(`insert into resource_instances (resourceinstanceid, graphid, createdtime, descriptors, name)
select '11111111-0000-4000-8000-000000000001', r.graphid, now(), '{}', '{}'
from resource_instances r
join tiles t on t.resourceinstanceid = r.resourceinstanceid
limit 1;
insert into guardian_groupobjectpermission (object_pk, content_type_id, group_id, permission_id)
select '11111111-0000-4000-8000-000000000001', p.content_type_id, g.id, p.id
from auth_permission p
cross join auth_group g
where p.codename = 'no_access_to_resourceinstance' and g.name = 'Guest';`);
    await importDatabase();
    const writes = await service.rows(`select
  (select min(g.xmin::text::bigint) from resource_grant g where g.resource_id = r.resource_id)
    <= r.xmin::text::bigint
from resource r
where r.resource_id = '11111111-0000-4000-8000-000000000001'`);
    expect(writes).toHaveLength(1);
    const [visible] = await service.rows(
      `select count(*)::int from visible_resource(null) v where v.resource_id = '11111111-0000-4000-8000-000000000001'`,
    );
    expect(visible).toEqual(['0']);
  });

  it.runIf(triesAllCases)(
    'is exported as a package with accounts, rights and history, and restored',
    async () => {
      const workshop = await openPackageWorkshop();
      try {
        await workshop.exportFrom(service.stack);
        const target = await workshop.openEmpty();
        await workshop.restoreInto(target);
        expect(await fingerprintOf(target)).toEqual(await fingerprintOf(service.stack));
      } finally {
        await workshop.close();
      }
    },
  );

  it.runIf(triesAllCases)(
    'is the same if another database imports the standard files of its package',
    async () => {
      const workshop = await openPackageWorkshop();
      try {
        await workshop.exportFrom(service.stack);
        const target = await workshop.openEmpty();
        await workshop.importInto(target);
        expect(await standardFingerprintOf(target)).toEqual(
          await standardFingerprintOf(service.stack),
        );
      } finally {
        await workshop.close();
      }
    },
  );

  it('is finished once, and then imports only with --allow-writes', async () => {
    expect(await service.outputOf('import', 'database', '--finish')).toContain('is finished');
    const { code, error } = await importDatabase();
    expect([code, error]).toEqual([1, expect.stringContaining('use --allow-writes')]);
    expect((await importDatabase('--allow-writes')).error).not.toContain('hds:');
    expect(
      await service.rows('select count(*)::int from database_import where finished_at is null'),
    ).toEqual([['0']]);
    const differences = await compareContent(source.url, service.stack);
    // The ids of the authors of proposals.
    expect(differences.tiles.onlyHere).toHaveLength(3);
    expect({ ...differences, tiles: noDifferences.tiles }).toEqual(noDifferences);
  });
});
