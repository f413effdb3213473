import { datatypeOf } from '../../../lib/model/datatypes/registry.ts';
import type { CompiledGraph, CompiledNode } from '../../../lib/model/graphs/compiled-graph.ts';
import { labelOfNode } from '../../../lib/model/graphs/node-widget.ts';
import { hasElements } from '../../../lib/model/tables/node-columns.ts';
import { storesLanguages } from '../import/csv/column-language.ts';
import { foldText } from '../import/csv/fold-text.ts';
import { parseLanguageHeading } from '../import/csv/heading-language.ts';
import { findNodes } from '../import/csv/look-up-heading.ts';
import { countMisfits } from './misfits.ts';

/** A column of a draft: its members, and what is unsure. */
export type DraftColumn = {
  readonly column: string;
  readonly members: Readonly<Record<string, unknown>>;
  readonly comments: readonly string[];
};

/** What the columns of a table are compared with. */
export type DraftContext = {
  readonly graph: CompiledGraph;
  readonly language: string;
};

const rolesByHeading: ReadonlyMap<string, string> = new Map([
  ['resourceid', 'resource id'],
  ['tileid', 'tile id'],
  ['parenttileid', 'parent tile id'],
]);

const coordinateHeadings: readonly (readonly [pattern: RegExp, role: string])[] = [
  [/^lat(itude)?$/, 'latitude'],
  [/^(lon|lng|long|longitude)$/, 'longitude'],
  [/^(e|x|east|easting|eastings|x_?coord)$/, 'easting'],
  [/^(n|y|north|northing|northings|y_?coord)$/, 'northing'],
];

const wellKnownText = /^(SRID=\d+;)?\s*(POINT|LINESTRING|POLYGON|MULTI|GEOMETRYCOLLECTION)/i;

/**
 * Guesses what a column has, by its heading, otherwise by its values.
 * @param isGeometry whether the format says that it has the geometry of each row
 */
export function draftColumn(
  column: string,
  texts: readonly string[],
  isGeometry: boolean,
  context: DraftContext,
): DraftColumn {
  const role = rolesByHeading.get(foldText(column));
  if (role !== undefined) return { column, members: { is: role }, comments: [] };
  const values = texts.filter((text) => text !== '');
  const coordinate = coordinateHeadings.find(([pattern]) => pattern.test(foldText(column)))?.[1];
  const { name = column, tag } = parseLanguageHeading(column) ?? {};
  const nodes = findNamedNodes(column, context);
  const [node, another] = nodes.length > 0 ? nodes : findNamedNodes(name, context);
  if (another !== undefined)
    return ignore(
      column,
      `unsure: several nodes are called so. Write the alias or id of one as its node: ${nodes.map(({ alias, nodeId }) => alias ?? nodeId).join(', ')}`,
    );
  if (node !== undefined) return describeNode(column, node, tag, values, context);
  if (coordinate !== undefined) return describePlace(column, { is: coordinate }, context);
  if (isGeometry || values.some((text) => wellKnownText.test(text)))
    return describePlace(column, {}, context);
  const [example] = values;
  return ignore(
    column,
    example === undefined
      ? 'no values'
      : `no node has this name. A value: ${JSON.stringify(example.slice(0, 60))}`,
  );
}

const ignore = (column: string, comment: string): DraftColumn => ({
  column,
  members: { ignore: true },
  comments: [comment],
});

/** Finds nodes by alias, name or id, otherwise by the label that pages show. */
function findNamedNodes(name: string, { graph, language }: DraftContext): readonly CompiledNode[] {
  const holdsValues = ({ nodegroupId, datatype }: CompiledNode): boolean =>
    nodegroupId !== null && datatypeOf(datatype).holds !== 'nothing';
  const named = findNodes(graph, name).filter(holdsValues);
  if (named.length > 0) return named;
  return graph.nodes.filter(
    (node) => holdsValues(node) && foldText(labelOfNode(node, [language])) === foldText(name),
  );
}

const nameOf = ({ alias, nodeId }: CompiledNode, { graph }: DraftContext): string =>
  alias && graph.nodes.filter((node) => node.alias === alias).length === 1 ? alias : nodeId;

function describeNode(
  column: string,
  node: CompiledNode,
  tag: string | undefined,
  values: readonly string[],
  context: DraftContext,
): DraftColumn {
  const isByLanguage = storesLanguages(node, context.graph);
  const isJoined = hasElements(node.datatype) && values.some((text) => text.includes(';'));
  const misfit = countMisfits(node, values);
  return {
    column,
    members: {
      node: nameOf(node, context),
      ...(isByLanguage ? { language: tag ?? context.language } : {}),
      ...(isJoined ? { joins: ['elements'] } : {}),
    },
    comments: [
      ...(isByLanguage && tag === undefined ? ['unsure: the language of the texts'] : []),
      ...(isJoined ? ['unsure: a semicolon separates values'] : []),
      ...(misfit === undefined ? [] : [misfit]),
    ],
  };
}

/** Describes a column with a place: of the geometry node of the model, if it has one. */
function describePlace(
  column: string,
  role: { readonly is?: string },
  context: DraftContext,
): DraftColumn {
  const nodes = context.graph.nodes.filter(
    ({ nodegroupId, datatype }) =>
      nodegroupId !== null && datatypeOf(datatype).holds === 'geometry',
  );
  const [node, ...others] = nodes;
  if (node === undefined) return ignore(column, 'the model has no geometries');
  return {
    column,
    members: { node: nameOf(node, context), ...role },
    comments:
      others.length === 0
        ? []
        : [
            `unsure: other nodes with geometries are ${others.map((other) => nameOf(other, context)).join(', ')}`,
          ],
  };
}
