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
  publicAnswers,
  viewRows,
} from './model-service.ts';
import { nodegroups } from './random-versions.ts';

const place = readSampleModel('heritage-place');
const { location, extent, construction } = nodegroups;

let service: TestService;
/** Ids of all tiles with the extent of a place, which is a nodegroup below its location. */
let tiles: readonly string[];

beforeEach(async () => {
  service = await openModelService();
  await denyNodegroupsToPublic(service, [location]);
  tiles = await queryColumn(
    service,
    `select tile_id::text from tile where nodegroup_id = '${extent}' order by 1`,
  );
  return async () => service.close();
});

/** Grants on a nodegroup: whose they are, and whether they close it. */
const grants = (nodegroup: string): Promise<readonly string[]> =>
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
  ['is in none any more', withNodegroupMoved(place, extent, null)],
  ['is in an open one', withNodegroupMoved(place, extent, construction)],
  ['takes the place of the closed one, which has vanished', withoutNodegroup(place, location)],
] as const;

describe('a version of a model in which a nodegroup of a closed one', () => {
  it('has nothing to close before that', async () => {
    expect(findLeaks(await publicAnswers(service), tiles)).toEqual([]);
  });

  for (const [title, version] of versions) {
    it(`${title} leaves it closed, and reports so`, async () => {
      const problems = await importVersion(service, version);
      expect(findLeaks(await publicAnswers(service), tiles)).toEqual([]);
      expect(await viewRows(service)).toEqual([]);
      expect(await grants(extent)).toEqual(['Guest no_access', 'Spatial View Reader no_access']);
      const kept = problems.filter((problem) => problem.startsWith('closed_nodegroup_kept'));
      expect(kept).toEqual(
        ['Guest', 'Spatial View Reader'].map((group) =>
          expect.stringContaining(
            `hds grant remove nodegroup ${extent} --group ${JSON.stringify(group)}`,
          ),
        ),
      );
      // The next import has nothing to close.
      expect(codesOf(await importVersion(service, { ...version, slug: 'other' }))).not.toContain(
        'closed_nodegroup_kept',
      );
    });
  }

  it('closes it to an account too, in place of a grant that did not count', async () => {
    const { reviewer } = await createWriters(service);
    await runStatement(
      service,
      `insert into nodegroup_grant (nodegroup_id, account_id, can_read, no_access)
values ('${location}', ${reviewer.accountId}, false, true), ('${extent}', ${reviewer.accountId}, true, false)`,
    );
    expect(await grants(extent)).toEqual(['writing-reviewer']);
    await importVersion(service, withNodegroupMoved(place, extent, null));
    expect(await grants(extent)).toEqual([
      'Guest no_access',
      'Spatial View Reader no_access',
      'writing-reviewer no_access',
    ]);
    expect(JSON.stringify(await reviewer.read('/geojson'))).not.toContain(tiles[0]);
  });

  it('needs no grant where it hangs in another closed one', async () => {
    await denyNodegroupsToPublic(service, [construction]);
    expect(await importVersion(service, withNodegroupMoved(place, extent, construction))).toEqual(
      [],
    );
    expect(await grants(extent)).toEqual([]);
    expect(findLeaks(await publicAnswers(service), tiles)).toEqual([]);
  });
});
