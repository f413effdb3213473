import {
  pickOne,
  integerBetween,
  onceIn,
  repeat,
  pickSome,
  type Draw,
} from '../../support/random/draw.ts';
import { counts } from './rules.ts';
import type { Sentinels } from './sentinels.ts';
import { makePast, makeRelation } from './past.ts';
import { makeValues, type ValueSource } from './values.ts';
import type { Concept, GoneResource, Model, Nodegroup, Resource, Tile, World } from './world.ts';

type Source = {
  readonly draw: Draw;
  readonly sentinels: Sentinels;
  /** Account ids of those who edit. */
  readonly editors: readonly number[];
};

/** Three to five resource instances of the models, with the thesaurus that their values are from. */
export function makeResources(
  source: Source,
  models: readonly Model[],
): Pick<World, 'resources' | 'gone' | 'relations' | 'thesaurus'> {
  const { draw, sentinels } = source;
  const ids = repeat(integerBetween(draw, 3, 5), () => sentinels.id('resource'));
  const concepts: Concept[] = [];
  const values: ValueSource = {
    draw,
    sentinels,
    resources: ids,
    addConcept: () => {
      const concept = makeConcept(source, concepts);
      concepts.push(concept);
      return concept;
    },
  };
  const makeResource = (id: string): Resource => {
    const model = pickOne(draw, models);
    const ownValues = { ...values, resources: ids.filter((other) => other !== id) };
    const tiles = withOneThatCounts(makeTiles(source, ownValues, model.nodegroups, null, null));
    return {
      id,
      graphId: model.graphId,
      legacyId: onceIn(draw, 3) ? sentinels.text() : null,
      tiles,
      past: makePast({ draw, sentinels, values: ownValues }, { id, tiles }, model),
    };
  };
  const resources = ids.map(makeResource);
  const gone = repeat(1, (): GoneResource => {
    const { id, graphId, past } = makeResource(sentinels.id('resource'));
    const deletion = {
      kind: 'delete',
      name: sentinels.text(),
      hadGrants: onceIn(draw, 2),
    } as const;
    return { id, graphId, past: [...past, deletion] };
  });
  const relations = repeat(integerBetween(draw, 0, 2), () =>
    makeRelation({ draw, sentinels, values }, pickOne(draw, ids)),
  );
  const title = { id: sentinels.id('conceptValue'), text: sentinels.text() };
  const label = { id: sentinels.id('conceptValue'), text: sentinels.text() };
  const collection = { id: sentinels.id('concept'), label };
  return {
    resources,
    gone,
    relations,
    thesaurus: { schemeId: sentinels.id('concept'), title, concepts, collection },
  };
}

function makeConcept({ draw, sentinels }: Source, concepts: readonly Concept[]): Concept {
  const literal = () => ({ id: sentinels.id('conceptValue'), text: sentinels.text() });
  return {
    id: sentinels.id('concept'),
    parentId: concepts.length === 0 || onceIn(draw, 2) ? null : pickOne(draw, concepts).id,
    labels: { 'en-US': literal(), de: literal() },
    note: literal(),
  };
}

/** The tiles of the nodegroups right below a nodegroup, each with all that is below it. */
function makeTiles(
  source: Source,
  values: ValueSource,
  nodegroups: readonly Nodegroup[],
  parentNodegroup: string | null,
  parentTile: string | null,
): readonly Tile[] {
  return nodegroups
    .filter(({ parentId }) => parentId === parentNodegroup)
    .flatMap((nodegroup) =>
      repeat(
        pickOne(source.draw, parentTile === null ? [0, 1, 1, 1, 1, 1, 1, 1, 1, 2] : [0, 1, 1, 2]),
        () => {
          const tile = makeTile(source, values, nodegroup, parentTile);
          return [tile, ...makeTiles(source, values, nodegroups, nodegroup.id, tile.id)];
        },
      ).flat(),
    );
}

/** Resource instances that are nothing but proposals are in no activity: there is none of them here. */
function withOneThatCounts(tiles: readonly Tile[]): readonly Tile[] {
  return tiles.some((tile) => counts(tile, tiles))
    ? tiles
    : tiles.map((tile) => ({ ...tile, edits: [] }));
}

function makeTile(
  { draw, sentinels, editors }: Source,
  values: ValueSource,
  nodegroup: Nodegroup,
  parentId: string | null,
): Tile {
  const authors = onceIn(draw, 3) ? pickSome(draw, editors) : [];
  return {
    id: sentinels.id('tile'),
    nodegroupId: nodegroup.id,
    parentId,
    sortOrder: integerBetween(draw, 0, 2),
    values: makeValues(values, nodegroup),
    edits: authors.map((author) => ({ author, proposed: sentinels.text() })),
  };
}
