import { maySee, readableTiles } from './rules.ts';
import { sentinelsOf } from './sentinels.ts';
import { readableText } from './texts.ts';
import {
  nodegroupsOf,
  propertyNameOf,
  theOne,
  type Caller,
  type Language,
  type Resource,
  type Tile,
  type Value,
  type World,
} from './world.ts';

/** Which features are asked for. */
export type Filter = {
  readonly resource?: string;
  readonly tile?: string;
  readonly node?: string;
  readonly type?: string;
  /** Of one tile each, from 1. */
  readonly page?: number;
};

/** How features are asked for. */
export type Form = {
  readonly query: string;
  readonly language: Language;
  /** The values of every nodegroup that there is. */
  readonly withValues: boolean;
  readonly inWords: boolean;
  readonly withNames: boolean;
  readonly namedById: boolean;
  /** Whether no property name is cut. */
  readonly hasWholeNames: boolean;
};

type PlacedFeature = {
  readonly resource: Resource;
  readonly tile: Tile;
  readonly nodeId: string;
  readonly feature: Value['features'][number];
};

/** The features that a caller may read of what a filter asks for. */
export function featuresShownTo(
  world: World,
  caller: Caller,
  filter: Filter,
): readonly PlacedFeature[] {
  const found = allFeatures(world, caller).filter(
    ({ resource, tile, nodeId }) =>
      (filter.resource ?? resource.id) === resource.id &&
      (filter.tile ?? tile.id) === tile.id &&
      (filter.node ?? nodeId) === nodeId,
  );
  const tiles = tilesOf(found);
  const onPage = filter.page === undefined ? tiles : tiles.slice(filter.page - 1, filter.page);
  return found.filter(
    ({ tile, feature }) => onPage.includes(tile) && (filter.type ?? feature.type) === feature.type,
  );
}

/** How many pages of one tile each there are for a caller. */
export function tilesOnPages(world: World, caller: Caller): number {
  return tilesOf(allFeatures(world, caller)).length;
}

/** In the order of resource instance and tile (ADR 013). */
function tilesOf(features: readonly PlacedFeature[]): readonly Tile[] {
  return [...new Set(features.map(({ tile }) => tile))];
}

function allFeatures(world: World, caller: Caller): readonly PlacedFeature[] {
  return world.resources
    .filter((resource) => maySee(world, caller, resource))
    .toSorted(byId)
    .flatMap((resource) =>
      readableTiles(world, caller, resource)
        .toSorted(byId)
        .flatMap((tile) =>
          Object.entries(tile.values).flatMap(([nodeId, { features }]) =>
            features.map((feature) => ({ resource, tile, nodeId, feature })),
          ),
        ),
    );
}

function byId(one: { readonly id: string }, other: { readonly id: string }): number {
  return one.id < other.id ? -1 : 1;
}

/** What stands in the properties of a feature about its whole resource instance. */
export function propertiesOf(
  world: World,
  caller: Caller,
  resource: Resource,
  form: Form,
): readonly string[] {
  const name = form.withNames ? readableText(world, caller, resource, 'name', form.language) : [];
  const values = form.withValues
    ? readableTiles(world, caller, resource).flatMap((tile) =>
        Object.entries(tile.values).flatMap(([nodeId, value]) =>
          property(world, caller, tile, nodeId, value, form),
        ),
      )
    : [];
  return [...name, ...values];
}

function property(
  world: World,
  caller: Caller,
  tile: Tile,
  nodeId: string,
  value: Value,
  form: Form,
): readonly string[] {
  const shown = form.inWords
    ? inWords(world, caller, value, form.language)
    : sentinelsOf(value.stored);
  if (form.inWords && shown.length === 0) return [];
  if (form.namedById) return [nodeId, ...shown];
  if (!form.hasWholeNames) return shown;
  const { nodes } = theOne(nodegroupsOf(world), tile.nodegroupId);
  return [propertyNameOf(theOne(nodes, nodeId)), ...shown];
}

/**
 * A reference is told by the name of what it refers to, as far as the caller may read that; a concept by its label, which is
 * the value itself in words, whoever may read the thesaurus.
 */
export function inWords(
  world: World,
  caller: Caller,
  { shown, refersTo }: Value,
  language: Language,
): readonly string[] {
  const names = world.resources
    .filter((resource) => refersTo.includes(resource.id) && maySee(world, caller, resource))
    .flatMap((resource) => readableText(world, caller, resource, 'name', language));
  return [...shown[language], ...names];
}
