import { joinStatements, sql, rawSql, uuidArray, type Statement } from '../../data-api/sql.ts';
import type { ModelConditions, NodeCondition } from '../../model/questions/question.ts';
import { valueCondition } from './value-conditions.ts';

/** A condition with its number in the question. */
export type NumberedCondition = { readonly condition: NodeCondition; readonly index: number };

/** The conditions on one card, and those on the cards below it. */
type CardConditions = {
  readonly nodegroupPath: readonly string[];
  readonly conditions: readonly NumberedCondition[];
};

function groupByCard(conditions: readonly NumberedCondition[]): readonly CardConditions[] {
  const groups = Map.groupBy(conditions, ({ condition }) => condition.node.nodegroupPath[0]);
  return [...groups.values()]
    .flatMap((group) => {
      const [first] = group;
      return first === undefined
        ? []
        : [{ nodegroupPath: first.condition.node.nodegroupPath, conditions: group }];
    })
    .toSorted((a, b) => a.nodegroupPath.length - b.nodegroupPath.length);
}

/** The nearest of some cards that is above a card. */
function findCardAbove(
  card: CardConditions,
  cards: readonly CardConditions[],
): CardConditions | undefined {
  return card.nodegroupPath
    .slice(1)
    .map((nodegroupId) => cards.find(({ nodegroupPath }) => nodegroupPath[0] === nodegroupId))
    .find((above) => above !== undefined);
}

/**
 * The condition that the tiles of a resource instance meet the conditions of a model. Conditions on cards that are below each other are met
 * in one chain of tiles.
 * @rule Searching by values: Which conditions must one tile meet?
 * @param resource the alias of a table with resource_id
 */
export function tilesCondition(
  resource: Statement,
  conditions: readonly NumberedCondition[],
): Statement {
  const cards = groupByCard(conditions.filter(({ condition }) => !condition.isNegated));
  const roots = cards.filter((card) => findCardAbove(card, cards) === undefined);
  const positive = roots.map((root) =>
    tileExists(root, cards, sql`t.resource_id = ${resource}.resource_id`, 0),
  );
  const negative = conditions
    .filter(({ condition }) => condition.isNegated)
    .map((numbered) => {
      const card = { nodegroupPath: numbered.condition.node.nodegroupPath, conditions: [numbered] };
      return sql`not ${tileExists(card, [], sql`t.resource_id = ${resource}.resource_id`, 0)}`;
    });
  return joinStatements([...positive, ...negative], '\n      and ');
}

/** The condition that there is a tile of a card that meets its conditions, with tiles below it that meet those of the cards below. */
function tileExists(
  card: CardConditions,
  cards: readonly CardConditions[],
  place: Statement,
  depth: number,
): Statement {
  const alias = rawSql(depth === 0 ? 't' : `t${depth}`);
  const nodegroups = [
    ...new Set(card.conditions.flatMap(({ condition }) => condition.node.readableNodegroupIds)),
  ];
  const below = cards.filter((other) => findCardAbove(other, cards) === card);
  const conditions = [
    sql`${alias}.nodegroup_id = any (${uuidArray(nodegroups)})`,
    ...card.conditions.map(({ condition, index }) => valueCondition(alias, condition, index)),
    ...below.map((lower) =>
      tileExists(
        lower,
        cards,
        isBelow(
          rawSql(`t${depth + 1}`),
          alias,
          lower.nodegroupPath.indexOf(card.nodegroupPath[0] ?? ''),
        ),
        depth + 1,
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
function isBelow(tile: Statement, above: Statement, steps: number): Statement {
  const parent = Array.from({ length: steps - 1 }).reduce<Statement>(
    (id) => sql`(select p.parent_tile_id from tile p where p.tile_id = ${id})`,
    sql`${tile}.parent_tile_id`,
  );
  return sql`${tile}.resource_id = ${above}.resource_id
        and ${parent} = ${above}.tile_id`;
}

/** The conditions of a model with their numbers. */
export function numberConditions(
  model: ModelConditions,
  first: number,
): readonly NumberedCondition[] {
  return model.conditions.map((condition, position) => ({ condition, index: first + position }));
}
