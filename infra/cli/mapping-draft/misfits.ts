import type { ValidateContext } from '../../../lib/model/datatypes/datatype.ts';
import { datatypeOf } from '../../../lib/model/datatypes/registry.ts';
import type { CompiledNode } from '../../../lib/model/graphs/compiled-graph.ts';
import { isUnambiguousDate, readDateText } from '../import/csv/read-date-text.ts';

/** Datatypes whose texts are checked without a look at the database. */
const checkedDatatypes: ReadonlySet<string> = new Set(['number', 'boolean', 'date', 'edtf']);

const nothingKnown: ValidateContext = {
  concept: () => undefined,
  resource: () => undefined,
  isInCollection: () => true,
  isTile: () => true,
  timeZone: 'UTC',
};

/** Describes how many of the first texts of a column are no values of a node. @returns undefined if all are, or it is not known */
export function countMisfits(node: CompiledNode, texts: readonly string[]): string | undefined {
  const { name, validate } = datatypeOf(node.datatype);
  if (!checkedDatatypes.has(name)) return undefined;
  const isMisfit = (text: string): boolean =>
    name === 'date'
      ? !isUnambiguousDate(text) || validate(readDateText(text), node, nothingKnown).length > 0
      : validate(text, node, nothingKnown).length > 0;
  const misfits = texts.filter(isMisfit);
  const [example] = misfits;
  if (example === undefined) return undefined;
  return `${misfits.length} of the first ${texts.length} values do not fit, such as ${JSON.stringify(example.slice(0, 60))}`;
}
