import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { rawSql } from '../../../../../lib/data-api/sql.ts';
import { installWorld } from '../../../../functions/permissions/install-world.ts';
import {
  signInCallers,
  type SignedInCallers,
} from '../../../../functions/permissions/sign-in-callers.ts';
import { triesAllCases } from '../../../../support/random/take-sample.ts';
import { openTestService, type TestService } from '../../../../support/service.ts';
import { openTestStack, type TestStack } from '../../../../support/stack.ts';
import { randomWorlds } from '../../../../support/world/random-worlds.ts';
import {
  fingerprintOf,
  openPackageWorkshop,
  standardFingerprintOf,
  type PackageWorkshop,
} from './package-workshop.ts';

let workshop: PackageWorkshop;

beforeAll(async () => {
  workshop = await openPackageWorkshop();
});

afterAll(async () => workshop?.close());

describe('hds export package, of the sample', () => {
  let source: TestStack;

  beforeAll(async () => {
    source = await openTestStack({ content: 'sample' });
    // Their positions decide about the order of tiles.
    await source.owner.write(rawSql('update tile set sort_order = 0'));
  });

  afterAll(async () => source?.close());

  it('is restored by hds import package in a database without data', async () => {
    await workshop.exportFrom(source);
    const target = await workshop.openEmpty();
    expect(await workshop.restoreInto(target)).toBeDefined();
    expect(await fingerprintOf(target)).toEqual(await fingerprintOf(source));
  });

  it('is restored without the record of who changed rights there, and the restore is recorded', async () => {
    await source.owner.write(
      rawSql(
        `insert into access_change (author, event, target) values ('there', 'group-created', 'A')`,
      ),
    );
    await workshop.exportFrom(source);
    const target = await workshop.openEmpty();
    await workshop.restoreInto(target);
    const rows = await target.owner.read(
      rawSql(`select event, (after -> 'groups')::int from access_change`),
    );
    expect(rows).toEqual([['package-restored', '11']]);
  });

  it.runIf(triesAllCases)(
    'is the same if another database imports its standard files',
    async () => {
      const target = await workshop.openEmpty();
      expect((await workshop.importInto(target)).problems).toEqual([]);
      expect(await standardFingerprintOf(target)).toEqual(await standardFingerprintOf(source));
    },
  );

  it('is not restored in a database with data', async () => {
    expect(await workshop.restoreInto(source)).toBeUndefined();
  });
});

describe('hds export package, of a database without data', () => {
  it('writes no thesaurus, about which an import would complain', async () => {
    await workshop.exportFrom(await workshop.openEmpty());
    const { problems } = await workshop.importInto(await workshop.openEmpty());
    expect(problems.map(({ code }) => code)).not.toContain('no_concepts');
  });
});

describe('hds export package, of worlds with all rights', () => {
  let service: TestService;
  let callers: SignedInCallers;

  beforeAll(async () => {
    service = await openTestService();
    callers = await signInCallers(service);
  });

  afterAll(async () => service?.close());

  it('is restored with accounts, grants, proposals, edit log, stream, views and projects', async () => {
    for (const world of fc.sample(randomWorlds(callers.principals), triesAllCases ? 3 : 1)) {
      // Rows of the last world, which are deleted without its triggers.
      await service.stack.owner.write(
        rawSql('truncate id_entry, number_entry, date_entry, word_entry, name_entry, source_set'),
      );
      await installWorld(world, service);
      await workshop.exportFrom(service.stack);
      const target = await workshop.openEmpty();
      await workshop.restoreInto(target);
      expect(await fingerprintOf(target)).toEqual(await fingerprintOf(service.stack));
    }
  });

  it('gives a new account an id that no account has had', async () => {
    const insertAccount = `insert into account (username) values ('next') returning account_id`;
    const target = await workshop.openEmpty();
    await service.stack.owner.write(rawSql(`insert into account (username) values ('gone')`));
    await service.stack.owner.write(rawSql(`delete from account where username = 'gone'`));
    await workshop.exportFrom(service.stack);
    await workshop.restoreInto(target);
    const [expected, restored] = [service.stack, target].map(({ owner }) =>
      owner.write(rawSql(insertAccount)),
    );
    expect(await restored).toEqual(await expected);
  });
});
