import { globSync, readFileSync } from 'node:fs';

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { rawSql } from '../../../../../lib/data-api/sql.ts';
import { installWorld } from '../../../../functions/permissions/install-world.ts';
import {
  callersIn,
  signInCallers,
  type SignedInCallers,
} from '../../../../functions/permissions/sign-in-callers.ts';
import type { SignedInCaller } from '../../../../functions/permissions/walk-requests.ts';
import { createTestAccount } from '../../../../support/accounts.ts';
import { triesAllCases } from '../../../../support/random/take-sample.ts';
import { openTestService, type TestService } from '../../../../support/service.ts';
import { randomWorlds } from '../../../../support/world/random-worlds.ts';
import { sentinelsIn } from '../../../../support/world/sentinels.ts';
import { accessIn, type World } from '../../../../support/world/world.ts';
import { openPackageWorkshop, type PackageWorkshop } from './package-workshop.ts';

let service: TestService;
let callers: SignedInCallers;
let workshop: PackageWorkshop;

beforeAll(async () => {
  service = await openTestService();
  callers = await signInCallers(service);
  workshop = await openPackageWorkshop();
});

afterAll(async () => {
  await workshop?.close();
  await service?.close();
});

/**
 * The ids and texts in the answers of the API to a caller, in the thesaurus if the caller may read it, and in the relations between
 * visible resource instances.
 */
async function readableSentinels(
  world: World,
  { accountId, token }: SignedInCaller,
): Promise<ReadonlySet<string>> {
  const paths = [
    ...world.models.map(({ graphId }) => `/graphs/${graphId}?format=service-json`),
    ...world.resources.map(({ id }) => `/resources/${id}?format=json`),
  ];
  const texts: string[] = [];
  for (const path of paths) {
    const answer = await service.fetch(path, { headers: token });
    const text = await answer.text();
    if (answer.status === 200) texts.push(text);
  }
  const thesaurus = await service.fetch('/rdm/concepts', { headers: token });
  if (thesaurus.status === 200) texts.push(JSON.stringify(world.thesaurus));
  const access = accessIn(world, accountId);
  const relations = world.relations.filter(({ from, to }) =>
    [from, to].every((id) => access.maySee(id)),
  );
  return sentinelsIn([...texts, JSON.stringify(relations)].join('\n'));
}

function exportedText(): string {
  return globSync(`${workshop.directory}/**/*.*`)
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
}

describe('hds export package --as', () => {
  it('writes the ids and texts that the API answers to the same caller, and no others', async () => {
    const shownCounts: number[] = [];
    for (const world of fc.sample(randomWorlds(callers.principals), triesAllCases ? 4 : 1)) {
      await installWorld(world, service);
      for (const caller of callersIn(world, callers).valid) {
        const reader = { caller: caller.accountId, name: caller.name };
        const manifest = await workshop.exportFrom(service.stack, { reader });
        expect(manifest).toMatchObject({ isPartial: true, account: caller.name });
        const shown = sentinelsIn(exportedText());
        const readable = await readableSentinels(world, caller);
        expect([caller.name, ...shown.difference(readable)]).toEqual([caller.name]);
        expect([caller.name, ...readable.difference(shown)]).toEqual([caller.name]);
        shownCounts.push(shown.size);
      }
    }
    expect(Math.max(...shownCounts)).toBeGreaterThan(50);
    expect(new Set(shownCounts).size).toBeGreaterThan(2);
  });

  it('names the owner of each resource instance, as the layout arches-json does', async () => {
    const [world] = fc.sample(randomWorlds(callers.principals), 1);
    if (world !== undefined) await installWorld(world, service);
    const owner = await createTestAccount(service, 'owner of everything', {
      isAdministrator: true,
    });
    await service.stack.owner.write(rawSql(`update resource set created_by = ${owner}`));
    await workshop.exportFrom(service.stack, { reader: { caller: owner, name: 'owner' } });
    const text = readFileSync(`${workshop.directory}/business_data/all.json`, 'utf8');
    const names = [...text.matchAll(/"principaluser_id": ?(\w+)/g)].map(([, id]) => Number(id));
    expect(new Set(names)).toEqual(new Set([owner]));
  });
});
