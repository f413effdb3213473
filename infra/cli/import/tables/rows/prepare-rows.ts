import type { DataApi } from '../../../../../lib/data-api/client.ts';
import { unguardText } from '../../../../../lib/serializers/tables/guard-text.ts';
import { hasElements } from '../../../../../lib/model/tables/node-columns.ts';
import type { CsvColumn } from '../../csv/plan-columns.ts';
import type { CellFault, CsvRow } from '../../csv/read-csv.ts';
import type { PointColumns, TablePlan, ValueColumn } from '../mapping/table-plan.ts';
import { cellText, type FileCell, type FileRow } from '../table-cell.ts';
import { placeTexts } from './place-texts.ts';
import { readPoint } from './read-point.ts';
import { readTileLabels, readTileTexts } from './read-texts.ts';
import type { CellPart } from './cell-part.ts';

/** Rows in the form in which rows of CSV are converted: a column for each tile of which cells have values. */
export type PreparedRows = {
  readonly rows: readonly CsvRow[];
  readonly columns: readonly CsvColumn[];
  /** By row: the number of tiles that its cells have, by nodegroup. */
  readonly tiles: readonly ReadonlyMap<string, number>[];
};

/** The columns that one column of a file becomes, and what each row has in them. */
type Strip = {
  readonly source: Pick<ValueColumn, 'heading' | 'node' | 'language' | 'slot'>;
  /** By row: the part of each tile. */
  readonly parts: readonly (readonly CellPart[])[];
};

/** Splits the cells of rows into those of each tile, and transforms geometries to degrees. */
export async function prepareRows(
  fileRows: readonly FileRow[],
  plan: TablePlan,
  database: Pick<DataApi, 'read'>,
): Promise<PreparedRows> {
  const strips = await placeTexts(
    [
      ...plan.values.map((column): Strip => ({
        source: column,
        parts: fileRows.map((row) => readParts(row, column, plan)),
      })),
      ...plan.points.map((pair): Strip => ({
        source: { ...describePair(pair), node: pair.node, language: null, slot: 0 },
        parts: fileRows.map(({ cells }) => readPoint(cells, pair)),
      })),
    ],
    database,
  );
  const width = plan.headings.length;
  const columns: CsvColumn[] = [];
  const texts = fileRows.map(({ cells }) =>
    plan.headings.map((_, position) => unguard(cellText(cells[position]), plan)),
  );
  const faults = fileRows.map(() => new Map<number, CellFault>());
  for (const { source, parts } of strips) {
    const tiles = Math.max(...parts.map(({ length }) => length), 0);
    for (let tile = 0; tile < tiles; tile += 1) {
      const position = width + columns.length;
      columns.push({
        position,
        heading: source.heading,
        node: source.node,
        slot: source.slot + tile,
        language: source.language,
        languageProblem: undefined,
      });
      parts.forEach((ofRow, index) => {
        const part = ofRow[tile] ?? '';
        texts[index]?.push(typeof part === 'string' ? part : '');
        if (typeof part !== 'string' && part.kind === 'fault') faults[index]?.set(position, part);
      });
    }
  }
  const rows = fileRows.map(({ number }, index): CsvRow => ({
    number,
    texts: texts[index] ?? [],
    faults: faults[index] ?? new Map(),
  }));
  return { rows, columns, tiles: fileRows.map((_, index) => countTiles(strips, index)) };
}

/** Counts the tiles of cells with several. A cell in which all are empty has none. */
function countTiles(strips: readonly Strip[], row: number): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { source, parts } of strips) {
    const { length } = parts[row] ?? [];
    const { nodegroupId } = source.node;
    if (length > 1) counts.set(nodegroupId, Math.max(counts.get(nodegroupId) ?? 0, length));
  }
  return counts;
}

const describePair = ({ x, y }: PointColumns): { readonly heading: string } => ({
  heading: `${y.heading}, ${x.heading}`,
});

/** Takes the apostrophe away that guards a text, if the mapping says that texts have it. */
export const unguard = (text: string, { isGuarded }: Pick<TablePlan, 'isGuarded'>): string =>
  isGuarded ? unguardText(text) : text;

/** Reads the parts of a cell; if it is empty, those of the cell with what people read. */
function readParts({ cells }: FileRow, column: ValueColumn, plan: TablePlan): readonly CellPart[] {
  const cell = cells[column.position] ?? '';
  if (typeof cell !== 'string')
    return [cell.kind === 'geometry' ? { ...cell, srid: cell.srid ?? column.srid } : cell];
  const text = unguard(cell, plan);
  if (text !== '' || column.labelPosition === undefined)
    return readTileTexts(text, column, plan).map((part) => toPart(part, column));
  return readLabels(cells[column.labelPosition], column, plan);
}

const toPart = (text: string, { node, srid }: ValueColumn): CellPart => ({
  kind: 'text',
  text,
  node,
  srid,
});

function readLabels(
  cell: FileCell | undefined,
  column: ValueColumn,
  plan: TablePlan,
): readonly CellPart[] {
  const label = unguard(cellText(cell), plan);
  if (label === '') return [];
  if (hasElements(column.node.datatype)) return readTileLabels(label, column, plan);
  const message = `The value belongs into this column, not beside it: what people read, ${JSON.stringify(label)}, is not enough to find it.`;
  return [{ kind: 'fault', code: 'label_without_value', message }];
}
