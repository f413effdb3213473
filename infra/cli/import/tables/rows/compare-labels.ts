import { matchOptions } from '../../../../../lib/model/datatypes/values/domain-options.ts';
import { datatypeOf } from '../../../../../lib/model/datatypes/registry.ts';
import { hasElements } from '../../../../../lib/model/tables/node-columns.ts';
import { literal } from '../../../../../lib/rdf/terms.ts';
import { findCollectionId } from '../../csv/concept-lookup.ts';
import type { CellSources } from '../../csv/load-cells.ts';
import type { CsvNode } from '../../csv/plan-columns.ts';
import { splitList } from '../../csv/read-cell.ts';
import type { CellFault } from '../../csv/read-csv.ts';
import type { TablePlan, ValueColumn } from '../mapping/table-plan.ts';
import { cellText, type FileRow } from '../table-cell.ts';
import { unguard, type PreparedRows } from './prepare-rows.ts';
import { readTileLabels, readTileTexts } from './read-texts.ts';

/** A value beside what people read in its place. */
type LabelledValue = {
  readonly row: number;
  /** The number of its tile in the cell, from 0. */
  readonly tile: number;
  readonly text: string;
  readonly label: string;
};

type Lookups = Pick<CellSources, 'concepts' | 'resources'>;

/**
 * Adds faults where a cell with a label names something else than the cell with the value: somebody has changed what is not read.
 * @rule Imports and exports: What if a label of a table was changed?
 */
export async function compareLabels(
  fileRows: readonly FileRow[],
  prepared: PreparedRows,
  plan: TablePlan,
  lookups: Lookups,
): Promise<PreparedRows> {
  const faults = prepared.rows.map((row) => new Map(row.faults));
  for (const column of plan.values) {
    const { labelPosition, node } = column;
    if (labelPosition === undefined || !hasElements(node.datatype)) continue;
    const pairs = fileRows.flatMap((row, index) => listPairs(row, index, column, plan));
    await loadLabels(pairs, node, lookups);
    const heading = plan.headings[labelPosition] ?? '';
    for (const pair of pairs) {
      if (isSameThing(pair, node, lookups)) continue;
      const place = prepared.columns.find(
        (other) => other.heading === column.heading && other.slot === column.slot + pair.tile,
      );
      if (place !== undefined) faults[pair.row]?.set(place.position, describe(pair, heading));
    }
  }
  const rows = prepared.rows.map((row, index) => ({ ...row, faults: faults[index] ?? new Map() }));
  return { ...prepared, rows };
}

const describe = ({ label }: LabelledValue, heading: string): CellFault => ({
  code: 'label_differs',
  message: `The column ${JSON.stringify(heading)} says ${JSON.stringify(label)}, which is not what this cell has. Empty this cell if the label is right, or correct the label.`,
});

function listPairs(
  { cells }: FileRow,
  row: number,
  column: ValueColumn,
  plan: TablePlan,
): readonly LabelledValue[] {
  const textOf = (position: number): string => unguard(cellText(cells[position]), plan);
  const texts = readTileTexts(textOf(column.position), column, plan);
  const labels = readTileLabels(textOf(column.labelPosition ?? -1), column, plan);
  if (texts.length !== labels.length) return [];
  return texts.flatMap((cell, tile) => {
    const items = splitList(cell);
    const names = items.length === 1 ? labels.slice(tile, tile + 1) : splitList(labels[tile] ?? '');
    if (items.length !== names.length) return [];
    return items.flatMap((text, index) => {
      const label = names[index] ?? '';
      return text === '' || label === '' ? [] : [{ row, tile, text, label }];
    });
  });
}

async function loadLabels(
  pairs: readonly LabelledValue[],
  node: CsvNode,
  { concepts, resources }: Lookups,
): Promise<void> {
  const labels = pairs.map(({ label }) => label);
  const { holds } = datatypeOf(node.datatype);
  if (holds === 'concept values') await concepts.loadOtherConcepts(labels, node);
  if (holds === 'resource instances') await resources.load(labels);
}

/** Whether a label may be that of a value. A label that nothing has may be one of something that is not stored here. */
function isSameThing({ text, label }: LabelledValue, node: CsvNode, lookups: Lookups): boolean {
  const { concepts, resources } = lookups;
  switch (datatypeOf(node.datatype).holds) {
    case 'concept values': {
      const named = concepts.findConcepts(label, node).map(({ conceptId }) => conceptId);
      const [concept] = concepts.findConcepts(text, node);
      if (concept === undefined || named.includes(concept.conceptId)) return true;
      const collection = findCollectionId(node);
      const isMember =
        collection !== undefined && concepts.isInCollection(concept.conceptId, collection);
      return named.length === 0 && !isMember;
    }
    case 'resource instances': {
      const match = resources.find(label, node);
      return match.kind !== 'found' || match.resourceId === text.toLowerCase();
    }
    default: {
      const named = matchOptions(literal(label), node);
      return (
        named.length === 0 || matchOptions(literal(text), node).some((id) => named.includes(id))
      );
    }
  }
}
