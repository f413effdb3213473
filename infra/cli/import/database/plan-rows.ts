import type { DataApi } from '../../../../lib/data-api/client.ts';
import type { StoredKind } from './queries/origin.ts';
import { importWarning, type ImportProblem } from '../import-problems.ts';
import { compareRows, type ComparedRow, type RowComparison } from './compare-rows.ts';

/** Why a stored row is kept although it differs from the row of the source. */
export type KeepReason = 'changed_here' | 'deleted_here' | 'stored_before';

/** Which rows of one kind an import keeps and removes. */
export type RowPlan = {
  /** How many rows the source has. */
  readonly read: number;
  /** The rows that differ from the source and are kept, by id. */
  readonly keepReasons: ReadonlyMap<string, KeepReason>;
  /** The owners, by id, of rows that the source no longer has and that were not changed in this service. */
  readonly ownersOfRemovedRows: ReadonlyMap<string, string | null>;
  /** The ids of rows that were deleted in both the source and this service, so that their origins are obsolete. */
  readonly obsoleteOriginIds: readonly string[];
  readonly problems: readonly ImportProblem[];
};

type Decision = 'write' | 'none' | 'remove' | 'forget' | KeepReason;

/** Decides what happens to a row. Only rows that were imported from the source and not changed in this service are changed or deleted. */
function decideRow(comparison: RowComparison): Decision {
  if (comparison.kind === 'new') return 'write';
  if (comparison.kind === 'stored before') return comparison.isEqual ? 'write' : 'stored_before';
  const { state } = comparison.origin;
  if (state === 'changed') return 'changed_here';
  if (comparison.kind === 'deleted') return state === 'deleted' ? 'forget' : 'remove';
  if (state === 'deleted') return 'deleted_here';
  return comparison.kind === 'changed' ? 'write' : 'none';
}

/**
 * Plans an import of the rows of a kind.
 * @rule Imports and exports: What does an import of a database change, and what does it keep?
 * @param rows the rows of the source, in the order of their ids
 * @param onWrite called for each new or changed row. The plan does not contain these, because they may not fit in memory.
 * @param isUnreported whether a row that is kept is not reported
 */
export async function planRows(
  kind: StoredKind,
  rows: AsyncIterable<readonly ComparedRow[]>,
  dataApi: DataApi,
  onWrite: (row: ComparedRow) => void,
  isUnreported: (row: ComparedRow) => boolean = () => false,
): Promise<RowPlan> {
  const keepReasons = new Map<string, KeepReason>();
  const ownersOfRemovedRows = new Map<string, string | null>();
  const obsoleteOriginIds: string[] = [];
  const problems: ImportProblem[] = [];
  let read = 0;
  for await (const comparison of compareRows(kind, rows, dataApi)) {
    const isInSource = comparison.kind !== 'deleted';
    const { id } = isInSource ? comparison.row : comparison.origin;
    if (isInSource) read += 1;
    const decision = decideRow(comparison);
    if (decision === 'write' && isInSource) onWrite(comparison.row);
    else if (decision === 'remove' && !isInSource)
      ownersOfRemovedRows.set(id, comparison.origin.ownerId);
    else if (decision === 'forget') obsoleteOriginIds.push(id);
    else if (isKept(decision)) {
      keepReasons.set(id, decision);
      if (!isInSource || !isUnreported(comparison.row))
        problems.push(makeKeptRowWarning(kind, id, decision, isInSource));
    }
  }
  return { read, keepReasons, ownersOfRemovedRows, obsoleteOriginIds, problems };
}

function isKept(decision: Decision): decision is KeepReason {
  return ['changed_here', 'deleted_here', 'stored_before'].includes(decision);
}

const kindNames: Readonly<Record<StoredKind, string>> = {
  graph: 'graph',
  concept: 'concept',
  value: 'value of a concept',
  'concept relation': 'relation of concepts',
  resource: 'resource instance',
  tile: 'tile',
  relation: 'relation',
  'spatial view': 'spatial view',
};

const keepTexts: Readonly<Record<KeepReason, string>> = {
  changed_here: 'was changed in this service after its import, and is kept',
  deleted_here: 'was deleted in this service after its import, and stays deleted',
  stored_before:
    'was stored before the import with other content, and is kept. To replace it, delete it and import again',
};

function makeKeptRowWarning(
  kind: StoredKind,
  id: string,
  reason: KeepReason,
  isInSource: boolean,
): ImportProblem {
  const addition = isInSource ? '' : ' The source no longer has it.';
  const message = `The ${kindNames[kind]} ${id} ${keepTexts[reason]}.${addition}`;
  return importWarning(reason, message, { record: id });
}
