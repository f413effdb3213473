import type { DataApi } from '../../../../lib/data-api/client.ts';
import type { StoredKind } from '../../../queries/origin.ts';
import { importWarning, type ImportProblem } from '../import-problems.ts';
import { compareRows, type ComparedRow, type RowComparison } from './compare-rows.ts';

/** Why a row stays here as it is, although the source has it otherwise. */
export type KeepReason = 'changed_here' | 'deleted_here' | 'stored_before';

/** What an import does with the rows of a kind. */
export type RowPlan = {
  /** How many rows the source has. */
  readonly read: number;
  /** Rows that stay, by id. */
  readonly kept: ReadonlyMap<string, KeepReason>;
  /** Rows that the source no longer has, and that are here as they came; with their owners. */
  readonly removed: ReadonlyMap<string, string | null>;
  /** Rows that neither the source nor this database has any more. */
  readonly forgotten: readonly string[];
  readonly problems: readonly ImportProblem[];
};

type Decision = 'write' | 'none' | 'remove' | 'forget' | KeepReason;

/** Decides about a row: only what came from the source, and is here as it came, is changed or deleted. */
function decide(comparison: RowComparison): Decision {
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
 * @param rows the rows of the source, in the order of their ids
 * @param onWrite is called for each new or changed row, which can be too many for the memory
 * @param isSilent whether there is no problem for a row that stays
 */
export async function planRows(
  kind: StoredKind,
  rows: AsyncIterable<readonly ComparedRow[]>,
  dataApi: DataApi,
  onWrite: (row: ComparedRow) => void,
  isSilent: (row: ComparedRow) => boolean = () => false,
): Promise<RowPlan> {
  const kept = new Map<string, KeepReason>();
  const removed = new Map<string, string | null>();
  const forgotten: string[] = [];
  const problems: ImportProblem[] = [];
  let read = 0;
  for await (const comparison of compareRows(kind, rows, dataApi)) {
    const isInSource = comparison.kind !== 'deleted';
    const { id } = isInSource ? comparison.row : comparison.origin;
    if (isInSource) read += 1;
    const decision = decide(comparison);
    if (decision === 'write' && isInSource) onWrite(comparison.row);
    else if (decision === 'remove' && !isInSource) removed.set(id, comparison.origin.ownerId);
    else if (decision === 'forget') forgotten.push(id);
    else if (isKept(decision)) {
      kept.set(id, decision);
      if (!isInSource || !isSilent(comparison.row))
        problems.push(keptWarning(kind, id, decision, isInSource));
    }
  }
  return { read, kept, removed, forgotten, problems };
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
  changed_here: 'was changed here after it came, and stays as it is here',
  deleted_here: 'was deleted here after it came, and stays deleted',
  stored_before: 'is stored here with other content and did not come from this database: it stays',
};

function keptWarning(
  kind: StoredKind,
  id: string,
  reason: KeepReason,
  isInSource: boolean,
): ImportProblem {
  const addition = isInSource ? '' : ' The database no longer has it.';
  const message = `The ${kindNames[kind]} ${id} ${keepTexts[reason]}.${addition}`;
  return importWarning(reason, message, { record: id });
}
