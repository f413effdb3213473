import { json, sql, text, uuid } from '../../../../lib/data-api/sql.ts';
import { id } from '../../../infra/cli/import/graphs/example.ts';
import { siteGraphs, siteNodegroups, siteNodes } from './site-model.ts';
import { readerGroup } from '../reader-group.ts';
import { viewAttributes, insertTestView, type SiteWorld } from './site-world.ts';

/*
 * A site that readers are allowed to see in part, and secrets around it that they are not allowed to see. Each secret is a text that occurs
 * only once.
 */

/** A text that all secrets contain. */
export const secretMark = 'sentinel';

const secret = (label: string): string => `${secretMark} ${label}`;

/** The ids of an open site, a closed site, a closed keeper, and a tile of the open site. */
export const plantedIds = { open: id(8001), closed: id(8002), keeper: id(8003), tile: id(8011) };

/** A name in the open site that readers see. */
export const openSiteName = 'The open mill';

const point = (east: number) => ({
  type: 'FeatureCollection',
  features: [
    { type: 'Feature', properties: {}, geometry: { type: 'Point', coordinates: [east, 52] } },
  ],
});
const english = (value: string) => ({ en: { value, direction: 'ltr' } });
const reference = (resourceId: string) => [
  { resourceId, ontologyProperty: '', inverseOntologyProperty: '', resourceXresourceId: '' },
];
const name = (value: string, nodegroup: string) => ({
  en: { name: { value, nodegroups: [nodegroup], resources: [] } },
});

const resources = [
  // Its name is made from a closed nodegroup.
  [plantedIds.open, siteGraphs.site, name(secret('name of the open site'), siteNodegroups.secrets)],
  [
    plantedIds.closed,
    siteGraphs.site,
    name(secret('name of the closed site'), siteNodegroups.names),
  ],
  [
    plantedIds.keeper,
    siteGraphs.keeper,
    name(secret('name of the closed keeper'), siteNodegroups.keeper),
  ],
] as const;

/** A tile of the open site refers to the name in this tile of the closed site. */
const closedNameTile = id(8021);

const tiles = [
  [plantedIds.tile, plantedIds.open, siteNodegroups.places, { [siteNodes.geometry]: point(1) }],
  [id(8012), plantedIds.open, siteNodegroups.names, { [siteNodes.name]: english(openSiteName) }],
  [
    id(8013),
    plantedIds.open,
    siteNodegroups.secrets,
    { [siteNodes.secret]: english(secret('of a closed nodegroup')) },
  ],
  [
    id(8014),
    plantedIds.open,
    siteNodegroups.links,
    {
      [siteNodes.keeper]: reference(plantedIds.keeper),
      [siteNodes.neighbours]: [...reference(plantedIds.closed), ...reference(plantedIds.open)],
      [siteNodes.named_as]: closedNameTile,
    },
  ],
  [
    closedNameTile,
    plantedIds.closed,
    siteNodegroups.names,
    { [siteNodes.name]: english(secret('of a name')) },
  ],
  [id(8022), plantedIds.closed, siteNodegroups.places, { [siteNodes.geometry]: point(2) }],
  [
    id(8023),
    plantedIds.closed,
    siteNodegroups.facts,
    { [siteNodes.page]: { url: secret('address'), url_label: '' } },
  ],
  // In a closed nodegroup.
  [
    id(8015),
    plantedIds.open,
    siteNodegroups.parts,
    { [siteNodes.part_note]: english(secret('of a part')) },
  ],
] as const;

/** The attributes of a view with as many secrets as possible. */
export const secretAttributes = [
  siteNodes.name,
  siteNodes.secret,
  siteNodes.page,
  siteNodes.keeper,
  siteNodes.neighbours,
  siteNodes.named_as,
  siteNodes.part_note,
] as const;

/**
 * Stores the secrets, and creates two views that would show them if they ignored rights: `planted` of points, and `planted_parts` of a
 * closed nodegroup.
 */
export async function storeSecrets({ service, openToReaders }: SiteWorld): Promise<void> {
  const { dataApi } = service.stack;
  for (const [resource, graph, descriptors] of resources) {
    await dataApi.write(
      sql`insert into resource (resource_id, graph_id, descriptors) values (${uuid(resource)}, ${uuid(graph)}, ${json(descriptors)})`,
    );
  }
  for (const [tile, resource, nodegroup, values] of tiles) {
    const edit = { 1: { value: { [siteNodes.name]: english(secret('of a proposal')) } } };
    await dataApi.write(
      sql`insert into tile (tile_id, resource_id, nodegroup_id, sort_order, data, provisional_edits)
values (${uuid(tile)}, ${uuid(resource)}, ${uuid(nodegroup)}, 0, ${json(values)}, ${json(edit)})`,
    );
  }
  for (const nodegroup of [siteNodegroups.secrets, siteNodegroups.parts]) {
    await dataApi.write(
      sql`insert into nodegroup_grant (nodegroup_id, account_group_id, no_access)
select ${uuid(nodegroup)}, account_group_id, true from account_group where name = ${text(readerGroup)}`,
    );
  }
  for (const resource of [plantedIds.closed, plantedIds.keeper]) {
    await dataApi.write(
      sql`insert into resource_grant (resource_id, account_group_id, no_access)
select ${uuid(resource)}, account_group_id, true from account_group where name = ${text(readerGroup)}`,
    );
  }
  await openToReaders();
  const attributes = viewAttributes(...secretAttributes);
  await dataApi.write(insertTestView({ id: id(8901), slug: 'planted', attributes }));
  await dataApi.write(
    insertTestView({
      id: id(8902),
      slug: 'planted_parts',
      geometryNode: siteNodes.part,
      attributes,
      isMixed: true,
      description: 'A view of what is closed',
    }),
  );
}
