import { denyNodegroupsToGroup } from '../../../infra/cli/accounts/queries/groups.ts';
import { writeSetting } from '../../../infra/cli/instance/queries/settings.ts';
import { collectionsBody } from '../../../lib/http/schemas/ogc.ts';
import { queryColumn, runStatement } from '../../support/sample.ts';
import type { TestService } from '../../support/service.ts';
import { openSiteWorld } from '../../support/world/sites/site-world.ts';
import type { Items } from './items.ts';

/*
 * Sites have two geometry nodes in two nodegroups, each of which a site can have several times, and a keeper has none.
 */

/** The collection of the model of sites. */
export const sites = '/ogc/collections/site';

/** Opens the service with sites that Guest may read. */
export async function openSites(): Promise<TestService> {
  const { service } = await openSiteWorld();
  await service.openToGuest();
  return service;
}

/** Removes grants and spatial views, and makes models collections. */
export async function resetSites(service: TestService): Promise<void> {
  await runStatement(service, 'delete from nodegroup_grant');
  await runStatement(service, 'delete from resource_grant');
  await runStatement(service, 'delete from spatial_view');
  await chooseCollections(service, 'on');
}

/** Sets which models are collections. */
export async function chooseCollections(service: TestService, value: string): Promise<void> {
  await service.stack.dataApi.write(writeSetting('model_collections', value));
}

export async function denyToGuest(
  service: TestService,
  ...nodegroupIds: readonly string[]
): Promise<void> {
  await service.stack.dataApi.write(denyNodegroupsToGroup('Guest', nodegroupIds));
}

export async function listIds(service: TestService): Promise<readonly string[]> {
  const { collections } = collectionsBody.parse(await service.fetchJson('/ogc/collections'));
  return collections.map(({ id }) => id);
}

export async function statusOf(service: TestService, path: string): Promise<number> {
  return (await service.fetch(path)).status;
}

/** The features of nodes of sites in the order of pages. */
export async function gidsOf(
  service: TestService,
  ...nodeIds: readonly string[]
): Promise<readonly number[]> {
  const gids = await queryColumn(
    service,
    `select gid from feature where node_id in ('${nodeIds.join("', '")}') order by resource_id, tile_id, gid`,
  );
  return gids.map(Number);
}

export const gidsIn = ({ features }: Items): readonly number[] => features.map(({ id }) => id);

export const filterPath = (filter: string): string =>
  `${sites}/items?limit=10000&filter=${encodeURIComponent(filter)}`;
