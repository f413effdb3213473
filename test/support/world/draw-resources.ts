import { pickOne, integerBetween, onceIn, repeat, pickSome, type Draw } from '../random/draw.ts';
import { existsWithoutProposals } from './access.ts';
import type { Sentinels } from './sentinels.ts';
import { drawPast, drawRelation } from './draw-past.ts';
import { drawValues, type ValueSource } from './draw-values.ts';
import {
  createTileRow,
  type WorldConcept,
  type DeletedResource,
  type WorldModel,
  type WorldNodegroup,
  type WorldResource,
  type WorldTile,
  type World,
} from './world.ts';

type Source = {
  readonly draw: Draw;
  readonly sentinels: Sentinels;
  readonly editors: readonly number[];
};

/** Draws three to five resource instances of the models, with the thesaurus of their values. */
export function drawResources(
  source: Source,
  models: readonly WorldModel[],
): Pick<World, 'resources' | 'deleted' | 'relations' | 'thesaurus'> {
  const { draw, sentinels } = source;
  const ids = repeat(integerBetween(draw, 3, 5), () => sentinels.id('resource'));
  const concepts: WorldConcept[] = [];
  const values: ValueSource = {
    draw,
    sentinels,
    resources: ids,
    addConcept: () => {
      const concept = drawConcept(source, concepts);
      concepts.push(concept);
      return concept;
    },
  };
  const drawResource = (id: string): WorldResource => {
    const model = pickOne(draw, models);
    const valueSource = { ...values, resources: ids.filter((other) => other !== id) };
    const tiles = removeLoneProposals(drawTiles(source, valueSource, model.nodegroups, null, null));
    return {
      id,
      graphId: model.graphId,
      legacyId: onceIn(draw, 3) ? sentinels.text() : null,
      tiles,
      past: drawPast({ draw, sentinels, values: valueSource }, { id, tiles }, model),
    };
  };
  const resources = ids.map(drawResource);
  const deleted = repeat(1, (): DeletedResource => {
    const { id, graphId, past } = drawResource(sentinels.id('resource'));
    const deletion = {
      kind: 'delete',
      name: sentinels.text(),
      hadGrants: onceIn(draw, 2),
    } as const;
    return { id, graphId, past: [...past, deletion] };
  });
  const relations = repeat(integerBetween(draw, 0, 2), () =>
    drawRelation({ draw, sentinels, values }, pickOne(draw, ids)),
  );
  const title = { id: sentinels.id('conceptValue'), text: sentinels.text() };
  const label = { id: sentinels.id('conceptValue'), text: sentinels.text() };
  const collection = { id: sentinels.id('concept'), label };
  return {
    resources,
    deleted,
    relations,
    thesaurus: { schemeId: sentinels.id('concept'), title, concepts, collection },
  };
}

function drawConcept({ draw, sentinels }: Source, concepts: readonly WorldConcept[]): WorldConcept {
  const drawLiteral = () => ({ id: sentinels.id('conceptValue'), text: sentinels.text() });
  return {
    id: sentinels.id('concept'),
    parentId: concepts.length === 0 || onceIn(draw, 2) ? null : pickOne(draw, concepts).id,
    labels: { 'en-US': drawLiteral(), de: drawLiteral() },
    note: drawLiteral(),
  };
}

/** Draws the tiles of the nodegroups directly below a nodegroup, each with the tiles below it. */
function drawTiles(
  source: Source,
  values: ValueSource,
  nodegroups: readonly WorldNodegroup[],
  parentNodegroup: string | null,
  parentTile: string | null,
): readonly WorldTile[] {
  return nodegroups
    .filter(({ parentId }) => parentId === parentNodegroup)
    .flatMap((nodegroup) =>
      repeat(
        pickOne(source.draw, parentTile === null ? [0, 1, 1, 1, 1, 1, 1, 1, 1, 2] : [0, 1, 1, 2]),
        () => {
          const tile = drawTile(source, values, nodegroup, parentTile);
          return [tile, ...drawTiles(source, values, nodegroups, nodegroup.id, tile.id)];
        },
      ).flat(),
    );
}

/** Removes the proposals of a resource instance that has only proposals: it would have no activity, which worlds do not support. */
function removeLoneProposals(tiles: readonly WorldTile[]): readonly WorldTile[] {
  const rows = tiles.map((tile) => createTileRow('', tile));
  return rows.some((row) => existsWithoutProposals(row, rows))
    ? tiles
    : tiles.map((tile) => ({ ...tile, proposals: [] }));
}

function drawTile(
  { draw, sentinels, editors }: Source,
  values: ValueSource,
  nodegroup: WorldNodegroup,
  parentId: string | null,
): WorldTile {
  const authors = onceIn(draw, 3) ? pickSome(draw, editors) : [];
  return {
    id: sentinels.id('tile'),
    nodegroupId: nodegroup.id,
    parentId,
    sortOrder: integerBetween(draw, 0, 2),
    values: drawValues(values, nodegroup),
    proposals: authors.map((author) => ({ author, proposed: sentinels.text() })),
  };
}
