import { parseJsonOrUndefined } from '../../../../../lib/model/datatypes/values/json-values.ts';
import { splitTexts } from '../../../../../lib/model/tables/joined-texts.ts';
import { hasElements } from '../../../../../lib/model/tables/node-columns.ts';
import type { ValueColumn, TablePlan } from '../mapping/table-plan.ts';

/**
 * Splits the text of a cell into those of each tile, in the form in which cells of CSV have them: several elements as a list in quotation
 * marks, concepts and resource instances by their ids.
 * @returns a text for each tile, empty for a tile without a value
 */
export function readTileTexts(
  cell: string,
  column: Pick<ValueColumn, 'isList' | 'isJoined' | 'isExported' | 'node'>,
  { separators }: Pick<TablePlan, 'separators'>,
): readonly string[] {
  if (cell === '') return [];
  return splitTexts(cell, column, separators).map((elements) =>
    joinElements(elements.map((element) => readElement(element, column))),
  );
}

/** Writes elements as a list of CSV, of which each is in quotation marks. One element stays as it is. */
function joinElements(elements: readonly string[]): string {
  const [element = '', another] = elements;
  if (another === undefined) return element;
  return elements.map((text) => `"${text.replaceAll('"', '""')}"`).join(',');
}

const uriOfService =
  /^https?:\/\/\S+\/(?:concepts|resources)\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\/?$/i;

function readElement(
  text: string,
  { isExported, node: { datatype } }: Pick<ValueColumn, 'isExported' | 'node'>,
): string {
  if (hasElements(datatype)) return uriOfService.exec(text.trim())?.[1]?.toLowerCase() ?? text;
  if (!isExported || !text.startsWith('"')) return text;
  const parsed = parseJsonOrUndefined(text)?.value;
  return typeof parsed === 'string' ? parsed : text;
}

/** Splits the labels of several tiles, which have no escapes. @returns a text for each tile */
export const readTileLabels = (
  cell: string,
  { isJoined }: Pick<ValueColumn, 'isJoined'>,
  { separators: { tiles } }: Pick<TablePlan, 'separators'>,
): readonly string[] => (isJoined ? cell.split(` ${tiles} `) : [cell]);
