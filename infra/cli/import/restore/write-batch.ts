import type { DataApi, Transaction } from '../../../../lib/data-api/client.ts';
import { fitIntoRequest } from '../../../../lib/data-api/split-into-batches.ts';
import type { Statement } from '../../../../lib/data-api/sql.ts';
import { createStagingTable, stageText } from '../../../../lib/queries/staging.ts';
import { rowsParameter, stagedRows } from './queries/restore-rows.ts';

/**
 * Writes JSON lines in one statement.
 * @param toStatement makes the statement from an expression for the JSON array of the lines
 */
export type BatchWriter = (
  lines: readonly string[],
  toStatement: (rows: Statement) => Statement,
) => Promise<void>;

/** Makes a writer that writes each batch in its own transaction. */
export const createSeparateWriter =
  (owner: DataApi): BatchWriter =>
  async (lines, toStatement) => {
    if (fitIntoRequest(...lines)) await owner.write(toStatement(rowsParameter(lines)));
    else
      await owner.transaction((transaction) =>
        createTransactionWriter(transaction)(lines, toStatement),
      );
  };

/** Makes a writer that writes all batches in the given transaction. */
export const createTransactionWriter =
  ({ execute }: Transaction): BatchWriter =>
  async (lines, toStatement) => {
    if (fitIntoRequest(...lines)) {
      await execute(toStatement(rowsParameter(lines)));
      return;
    }
    await execute(createStagingTable());
    for (const statement of stageText(`[${lines.join(',')}]`)) await execute(statement);
    await execute(toStatement(stagedRows));
  };
