import { joinStatements, rawSql, sql, uuidArray, type Statement } from '../../data-api/sql.ts';
import type { TileCondition } from '../../model/questions/question.ts';
import {
  listTileAlternatives,
  listValueConditions,
  type CardCondition,
  type TileAlternative,
} from '../../model/questions/tile-alternatives.ts';
import type { NumberedTests } from './numbered-tests.ts';
import { anyOf, isPresent, valueCondition, valueOfNode } from './value-conditions.ts';

/** The nearest of some cards that is above a card. */
export function findCardAbove(
  card: CardCondition,
  cards: readonly CardCondition[],
): CardCondition | undefined {
  return card.nodegroupPath
    .slice(1)
    .map((nodegroupId) => cards.find(({ nodegroupPath }) => nodegroupPath[0] === nodegroupId))
    .find((above) => above !== undefined);
}

/**
 * The condition that the tiles of a resource instance meet a group of conditions. Conditions on one card are met in one tile, and those on
 * cards that are below each other in one chain of tiles.
 * @rule Searching by values: Which conditions must one tile meet?
 * @param resourceId the id of the resource instance, as an expression
 * @throws TooManyAlternatives
 */
export function tilesCondition(
  resourceId: Statement,
  condition: TileCondition,
  numberOf: NumberedTests,
): Statement {
  return anyOf(
    listTileAlternatives(condition).map((alternative) =>
      alternativeCondition(resourceId, alternative, numberOf),
    ),
  );
}

function alternativeCondition(
  resourceId: Statement,
  cards: TileAlternative,
  numberOf: NumberedTests,
): Statement {
  const roots = cards.filter((card) => findCardAbove(card, cards) === undefined);
  return roots.length === 0
    ? sql`true`
    : joinStatements(
        roots.map((root) =>
          tileExists(root, cards, sql`t.resource_id = ${resourceId}`, 0, numberOf),
        ),
        '\n      and ',
      );
}

/** The condition on the values of one tile. */
export function cardCondition(
  tile: Statement,
  condition: TileCondition,
  numberOf: NumberedTests,
): Statement {
  if (condition.kind === 'value') {
    const value = valueOfNode(tile, condition.node);
    const passes = valueCondition(value, condition.test, numberOf);
    return condition.isOther ? sql`(${isPresent(value)} and (${passes}) is not true)` : passes;
  }
  const parts = condition.parts.map((part) => sql`(${cardCondition(tile, part, numberOf)})`);
  if (parts.length === 0) return condition.kind === 'all' ? sql`true` : sql`false`;
  return sql`(${joinStatements(parts, condition.kind === 'all' ? '\n        and ' : ' or ')})`;
}

/** The condition that the caller may read values of the nodes of a card in a tile. */
export function isOfCard(tile: Statement, { condition }: CardCondition): Statement {
  const nodegroups = new Set(
    listValueConditions(condition).flatMap(({ node }) => node.readableNodegroupIds),
  );
  return sql`${tile}.nodegroup_id = any (${uuidArray([...nodegroups])})`;
}

/** The condition that there is a tile of a card that meets its conditions, with tiles below it that meet those of the cards below. */
function tileExists(
  card: CardCondition,
  cards: readonly CardCondition[],
  place: Statement,
  depth: number,
  numberOf: NumberedTests,
): Statement {
  const alias = rawSql(depth === 0 ? 't' : `t${depth}`);
  const below = cards.filter((other) => findCardAbove(other, cards) === card);
  const conditions = [
    isOfCard(alias, card),
    cardCondition(alias, card.condition, numberOf),
    ...below.map((lower) =>
      tileExists(
        lower,
        cards,
        isBelow(rawSql(`t${depth + 1}`), alias, lower.nodegroupPath.indexOf(card.nodegroupPath[0])),
        depth + 1,
        numberOf,
      ),
    ),
  ];
  // With an offset, the planner looks at the tiles of each candidate. Otherwise it would compare all tiles of the nodegroup first.
  return sql`exists (
      select
      from tile ${alias}
      where ${place}
        and ${joinStatements(conditions, '\n        and ')}
      offset 0
    )`;
}

/** The condition that a tile is so many steps below another one. */
export function isBelow(tile: Statement, above: Statement, steps: number): Statement {
  const parent = Array.from({ length: steps - 1 }).reduce<Statement>(
    (id) => sql`(select p.parent_tile_id from tile p where p.tile_id = ${id})`,
    sql`${tile}.parent_tile_id`,
  );
  return sql`${tile}.resource_id = ${above}.resource_id
        and ${parent} = ${above}.tile_id`;
}
