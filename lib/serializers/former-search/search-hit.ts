import type { HitDetails } from '../../queries/former-search/hit-details.ts';
import type { ListedResource } from '../../queries/resources/list-resource-documents.ts';
import { pickDescriptor } from '../resources/service-json.ts';
import { listTileGeometries, middleOf, parseTiles } from './tile-geometries.ts';

export type HitOptions = {
  /** Language tags, preferred first. */
  readonly languages: readonly string[];
  readonly includesTiles: boolean;
};

/** The lists of accounts that clients of the reference platform read. Who may do what is said for the caller alone. */
const noAccounts = {
  users_without_read_perm: [],
  users_without_edit_perm: [],
  users_without_delete_perm: [],
  users_with_no_access: [],
};

/**
 * Writes a hit in the layout of the reference platform.
 * @rule Searching by values: What is in a hit of the reference platform's search?
 */
export function writeHit(
  { header, tiles: text }: ListedResource,
  details: HitDetails,
  { languages, includesTiles }: HitOptions,
): string {
  const geometries = listTileGeometries(parseTiles(text));
  const textOf = (kind: string): string =>
    pickDescriptor(header.descriptors, kind, languages) ?? 'Undefined';
  const source = JSON.stringify({
    graph_id: header.graphId,
    resourceinstanceid: header.resourceId,
    root_ontology_class: details.rootClass,
    displayname: textOf('name'),
    displaydescription: textOf('description'),
    displayname_language: languageOfName(header.descriptors, textOf('name')),
    map_popup: Object.entries(header.descriptors).map(([language, kinds]) => ({
      value: kinds['map_popup'] ?? '',
      language,
    })),
    provisional_resource: details.isProposed
      ? 'true'
      : String(text.includes('"provisionaledits":{') ? 'partial' : false),
    points: geometries.flatMap(({ nodegroupId, features }) =>
      features.flatMap((feature) => {
        const point = middleOf(feature);
        return point === undefined
          ? []
          : [{ point, nodegroup_id: nodegroupId, provisional: details.isProposed }];
      }),
    ),
    geometries: geometries.map(({ nodegroupId, features }) => ({
      geom: { type: 'FeatureCollection', features },
      nodegroup_id: nodegroupId,
      provisional: details.isProposed,
    })),
    permissions: noAccounts,
  });
  const hit = JSON.stringify({
    _index: 'resources',
    _type: '_doc',
    _id: header.resourceId,
    _score: 1,
    can_read: true,
    can_edit: details.mayChange,
    is_principal: details.isOwner,
  });
  const withTiles = includesTiles ? `${source.slice(0, -1)},"tiles":${text}}` : source;
  return `${hit.slice(0, -1)},"_source":${withTiles}}`;
}

function languageOfName(
  descriptors: ListedResource['header']['descriptors'],
  name: string,
): string | null {
  return Object.entries(descriptors).find(([, kinds]) => kinds['name'] === name)?.[0] ?? null;
}
