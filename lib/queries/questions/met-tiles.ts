import { joinStatements, rawSql, sql, text, type Statement } from '../../data-api/sql.ts';
import type { TileCondition } from '../../model/questions/question.ts';
import {
  listTileAlternatives,
  listValueConditions,
  type CardCondition,
  type TileAlternative,
} from '../../model/questions/tile-alternatives.ts';
import type { NumberedTests } from './numbered-tests.ts';
import { cardCondition, findCardAbove, isBelow, isOfCard } from './tile-conditions.ts';
import { valueOfNode } from './value-conditions.ts';

/** A card with the alias of its tile in a query. */
type NamedCard = { readonly card: CardCondition; readonly tile: Statement };

/**
 * Queries for the values of a resource instance that meet a group of conditions on its tiles: of each alternative that is met, those of
 * the first tiles that meet it together. Each returns tile_id, node_key and value.
 * @param resourceId the id of the resource instance, as an expression
 * @throws TooManyAlternatives
 */
export function metTilesQueries(
  resourceId: Statement,
  condition: TileCondition,
  numberOf: NumberedTests,
): readonly Statement[] {
  return listTileAlternatives(condition).flatMap((alternative) =>
    alternative.length === 0 ? [] : [metTilesQuery(resourceId, alternative, numberOf)],
  );
}

function metTilesQuery(
  resourceId: Statement,
  alternative: TileAlternative,
  numberOf: NumberedTests,
): Statement {
  // The tile of a card comes after that of the card above it.
  const cards = alternative
    .toSorted((left, right) => left.nodegroupPath.length - right.nodegroupPath.length)
    .map((card, position): NamedCard => ({ card, tile: rawSql(`t${position}`) }));
  const tables = cards.map(
    ({ card, tile }) => sql`lateral (
          select ${tile}.tile_id, ${tile}.resource_id, ${tile}.parent_tile_id, ${tile}.data
          from tile ${tile}
          where ${placeOf(card, tile, alternative, cards, resourceId)}
            and ${isOfCard(tile, card)}
            and ${cardCondition(tile, card.condition, numberOf)}
          order by ${tile}.tile_id
          offset 0
        ) ${tile}`,
  );
  const values = cards.flatMap(({ card, tile }) =>
    listValueConditions(card.condition).map(
      (
        leaf,
      ) => sql`select ${tile}.tile_id, ${text(leaf.node.nodeId)}, ${valueOfNode(tile, leaf.node)}
      where ${cardCondition(tile, leaf, numberOf)}`,
    ),
  );
  const columns = cards.map(
    ({ tile }) => sql`${tile}.tile_id as ${tile}_id, ${tile}.data as ${tile}_data`,
  );
  const rows = cards.map(
    ({ tile }) => sql`(values (first.${tile}_id, first.${tile}_data)) as ${tile} (tile_id, data)`,
  );
  return sql`select v.tile_id, v.node_key, v.value
    from (
      select ${joinStatements(columns, ', ')}
      from ${joinStatements(tables, '\n        cross join ')}
      limit 1
    ) first
    cross join lateral ${joinStatements(rows, '\n    cross join lateral ')}
    cross join lateral (
      ${joinStatements(values, '\n      union all\n      ')}
    ) v (tile_id, node_key, value)`;
}

/** The condition that a tile belongs to the resource instance, and is below the tile of the card above it. */
function placeOf(
  card: CardCondition,
  tile: Statement,
  alternative: TileAlternative,
  cards: readonly NamedCard[],
  resourceId: Statement,
): Statement {
  const above = findCardAbove(card, alternative);
  const upper = cards.find((candidate) => candidate.card === above);
  return upper === undefined
    ? sql`${tile}.resource_id = ${resourceId}`
    : isBelow(tile, upper.tile, card.nodegroupPath.indexOf(upper.card.nodegroupPath[0]));
}
