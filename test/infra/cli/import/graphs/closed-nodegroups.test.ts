import { beforeEach, describe, expect, it } from 'vitest';

import { findLeaks } from '../../../../functions/every-answer.ts';
import { createWriters } from '../../../../functions/writing/writers.ts';
import {
  readSampleModel,
  withNodegroupMoved,
  withoutNodegroup,
} from '../../../../support/model-versions.ts';
import { queryColumn, runStatement } from '../../../../support/sample.ts';
import type { TestService } from '../../../../support/service.ts';
import {
  denyNodegroupsToPublic,
  codesOf,
  importVersion,
  openModelService,
  readPublicAnswers,
  readViewRows,
} from './model-service.ts';
import { nodegroups } from './random-versions.ts';

const placeModel = readSampleModel('heritage-place');
const { location, extent, construction } = nodegroups;

let service: TestService;
/** Ids of all tiles of the nodegroup extent, which is below the nodegroup location. */
let extentTileIds: readonly string[];

beforeEach(async () => {
  service = await openModelService();
  await denyNodegroupsToPublic(service, [location]);
  extentTileIds = await queryColumn(
    service,
    `select tile_id::text from tile where nodegroup_id = '${extent}' order by 1`,
  );
  return async () => service.close();
});

/** Reads the grants on a nodegroup: the principal of each, and whether it is no_access. */
const readGrants = (nodegroup: string): Promise<readonly string[]> =>
  queryColumn(
    service,
    `select coalesce(a.username, p.name) || case when g.no_access then ' no_access' else '' end
from nodegroup_grant g
left join account a on a.account_id = g.account_id
left join account_group p on p.account_group_id = g.account_group_id
where g.nodegroup_id = '${nodegroup}'
order by 1`,
  );

const versions = [
  ['moves it to the top', withNodegroupMoved(placeModel, extent, null)],
  ['moves it below an open nodegroup', withNodegroupMoved(placeModel, extent, construction)],
  ['lacks the closed nodegroup', withoutNodegroup(placeModel, location)],
] as const;

describe('a nodegroup below a closed nodegroup', () => {
  it('is closed before its model changes', async () => {
    expect(findLeaks(await readPublicAnswers(service), extentTileIds)).toEqual([]);
  });

  for (const [title, version] of versions) {
    it(`stays closed, which the import reports, if a version of the model ${title}`, async () => {
      const problems = await importVersion(service, version);
      expect(findLeaks(await readPublicAnswers(service), extentTileIds)).toEqual([]);
      expect(await readViewRows(service)).toEqual([]);
      expect(await readGrants(extent)).toEqual([
        'Guest no_access',
        'Spatial View Reader no_access',
      ]);
      const keptProblems = problems.filter((problem) =>
        problem.startsWith('closed_nodegroup_kept'),
      );
      expect(keptProblems).toEqual(
        ['Guest', 'Spatial View Reader'].map((group) =>
          expect.stringContaining(
            `hds grant remove nodegroup ${extent} --group ${JSON.stringify(group)}`,
          ),
        ),
      );
      // The next import has no nodegroup to close.
      expect(codesOf(await importVersion(service, { ...version, slug: 'other' }))).not.toContain(
        'closed_nodegroup_kept',
      );
    });
  }

  it('is recorded with the grants that keep it closed', async () => {
    await importVersion(service, withNodegroupMoved(placeModel, extent, null));
    const recorded = await queryColumn(
      service,
      `select concat_ws(' ', event, target_id, target, before, after -> 'rights') from access_change order by target`,
    );
    expect(recorded).toEqual(
      ['Guest', 'Spatial View Reader'].map((group) =>
        expect.stringMatching(
          new RegExp(
            `^nodegroup-grant-changed ${extent} heritage-place/\\w+, group ${group} \\["no_access"\\]$`,
          ),
        ),
      ),
    );
  });

  it('stays closed to an account too: no_access replaces a grant that had no effect', async () => {
    const { reviewer } = await createWriters(service);
    await runStatement(
      service,
      `insert into nodegroup_grant (nodegroup_id, account_id, can_read, no_access)
values ('${location}', ${reviewer.accountId}, false, true), ('${extent}', ${reviewer.accountId}, true, false)`,
    );
    expect(await readGrants(extent)).toEqual(['writing-reviewer']);
    await importVersion(service, withNodegroupMoved(placeModel, extent, null));
    expect(await readGrants(extent)).toEqual([
      'Guest no_access',
      'Spatial View Reader no_access',
      'writing-reviewer no_access',
    ]);
    expect(JSON.stringify(await reviewer.read('/geojson'))).not.toContain(extentTileIds[0]);
  });

  it('needs no new grant if it moves below another closed nodegroup', async () => {
    await denyNodegroupsToPublic(service, [construction]);
    expect(
      await importVersion(service, withNodegroupMoved(placeModel, extent, construction)),
    ).toEqual([]);
    expect(await readGrants(extent)).toEqual([]);
    expect(findLeaks(await readPublicAnswers(service), extentTileIds)).toEqual([]);
  });
});
