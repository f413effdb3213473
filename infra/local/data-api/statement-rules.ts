import { splitStatements, tokens } from '../../../lib/data-api/lexer.ts';
import { ServiceError } from './errors.ts';

const longest = 65_536;

// Statements that take the connection out of the service's hands, or change it for those who get it next.
const forbidden = new Set([
  'begin',
  'start',
  'commit',
  'end',
  'abort',
  'listen',
  'notify',
  'unlisten',
  'prepare transaction',
]);

/**
 * Checks a statement as the service does before it reaches the database: its length, that it is one, and that it does not
 * begin or end a transaction by itself.
 * @throws ServiceError
 */
export function checkStatement(sql: string): void {
  if (sql.length > longest) {
    throw new ServiceError(
      'ValidationException',
      `Number of characters in SQLStatement is longer than ${longest}`,
    );
  }
  if (splitStatements(sql).length > 1) {
    throw new ServiceError('ValidationException', "Multistatements aren't supported.");
  }
  const [first = '', second = ''] = words(sql);
  if (first === 'copy') {
    throw new ServiceError(
      'DatabaseErrorException',
      'execute: unexpected message: CopyOutResponse',
    );
  }
  const endsTransaction = first === 'rollback' && second !== 'to';
  if (forbidden.has(first) || endsTransaction) {
    throw new ServiceError(
      'ValidationException',
      `${first.toUpperCase()} is not a statement for the Data API: use BeginTransaction, CommitTransaction and RollbackTransaction.`,
    );
  }
}

function words(sql: string): readonly string[] {
  const found: string[] = [];
  for (const { kind, text } of tokens(sql)) {
    if (kind === 'word') found.push(text.toLowerCase());
    else if (kind !== 'space' && kind !== 'comment') break;
    if (found.length === 2) break;
  }
  return found;
}
