import type { Access } from '../../support/world/access.ts';
import { sentinelsOf } from '../../support/world/sentinels.ts';
import { listReadableSentinels } from '../../support/world/texts.ts';
import {
  listReadableTiles,
  listNodegroups,
  propertyNameOf,
  findById,
  type WorldLanguage,
  type WorldResource,
  type WorldTile,
  type WorldValue,
  type World,
} from '../../support/world/world.ts';

export type FeatureFilter = {
  readonly resource?: string;
  readonly tile?: string;
  readonly node?: string;
  readonly type?: string;
  /** Pages have one tile each and begin at 1. */
  readonly page?: number;
};

/** How features are requested. */
export type FeatureForm = {
  readonly query: string;
  readonly language: WorldLanguage;
  /** Whether the values of all nodegroups are requested. */
  readonly withValues: boolean;
  /** Whether values are texts to be read, instead of values as they are stored. */
  readonly withDisplayValues: boolean;
  /** Whether the name of the resource instance is requested. */
  readonly withNames: boolean;
  /** Whether the names of properties are ids of nodes. */
  readonly hasNodeIdsAsNames: boolean;
  /** Whether the names of properties are complete, and not cut to a length. */
  readonly hasWholeNames: boolean;
};

type PlacedFeature = {
  readonly resource: WorldResource;
  readonly tile: WorldTile;
  readonly nodeId: string;
  readonly feature: WorldValue['features'][number];
};

/** The features that pass a filter and that a caller may read. */
export function readableFeatures(
  world: World,
  access: Access,
  filter: FeatureFilter,
): readonly PlacedFeature[] {
  const matchingFeatures = allFeatures(world, access).filter(
    ({ resource, tile, nodeId }) =>
      (filter.resource ?? resource.id) === resource.id &&
      (filter.tile ?? tile.id) === tile.id &&
      (filter.node ?? nodeId) === nodeId,
  );
  const tiles = tilesOf(matchingFeatures);
  const tilesOnPage = filter.page === undefined ? tiles : tiles.slice(filter.page - 1, filter.page);
  return matchingFeatures.filter(
    ({ tile, feature }) =>
      tilesOnPage.includes(tile) && (filter.type ?? feature.type) === feature.type,
  );
}

/** The number of pages of one tile each that a caller may read. */
export function countFeatureTiles(world: World, access: Access): number {
  return tilesOf(allFeatures(world, access)).length;
}

/** Tiles in the order of resource instance and tile (ADR 013). */
function tilesOf(features: readonly PlacedFeature[]): readonly WorldTile[] {
  return [...new Set(features.map(({ tile }) => tile))];
}

function allFeatures(world: World, access: Access): readonly PlacedFeature[] {
  return world.resources
    .filter((resource) => access.maySee(resource.id))
    .toSorted(compareIds)
    .flatMap((resource) =>
      listReadableTiles(access, resource)
        .toSorted(compareIds)
        .flatMap((tile) =>
          Object.entries(tile.values).flatMap(([nodeId, { features }]) =>
            features.map((feature) => ({ resource, tile, nodeId, feature })),
          ),
        ),
    );
}

function compareIds(one: { readonly id: string }, other: { readonly id: string }): number {
  return one.id < other.id ? -1 : 1;
}

/** Sentinels in the properties of a feature about its whole resource instance. */
export function propertySentinels(
  world: World,
  access: Access,
  resource: WorldResource,
  form: FeatureForm,
): readonly string[] {
  const name = form.withNames
    ? listReadableSentinels(world, access, resource, 'name', form.language)
    : [];
  const values = form.withValues
    ? listReadableTiles(access, resource).flatMap((tile) =>
        Object.entries(tile.values).flatMap(([nodeId, value]) =>
          sentinelsOfProperty(world, access, tile, nodeId, value, form),
        ),
      )
    : [];
  return [...name, ...values];
}

function sentinelsOfProperty(
  world: World,
  access: Access,
  tile: WorldTile,
  nodeId: string,
  value: WorldValue,
  form: FeatureForm,
): readonly string[] {
  const valueSentinels = form.withDisplayValues
    ? displaySentinels(world, access, value, form.language)
    : sentinelsOf(value.stored);
  if (form.withDisplayValues && valueSentinels.length === 0) return [];
  if (form.hasNodeIdsAsNames) return [nodeId, ...valueSentinels];
  if (!form.hasWholeNames) return valueSentinels;
  const { nodes } = findById(listNodegroups(world), tile.nodegroupId);
  return [propertyNameOf(findById(nodes, nodeId)), ...valueSentinels];
}

/**
 * A reference shows the name of its resource instance, as far as the caller may read it. A concept shows its label, also to callers who
 * may not read the thesaurus.
 */
export function displaySentinels(
  world: World,
  access: Access,
  { displayed, refersTo }: WorldValue,
  language: WorldLanguage,
): readonly string[] {
  const names = world.resources
    .filter((resource) => refersTo.includes(resource.id) && access.maySee(resource.id))
    .flatMap((resource) => listReadableSentinels(world, access, resource, 'name', language));
  return [...displayed[language], ...names];
}
