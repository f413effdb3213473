import { isBlankToken, splitStatements, tokenize, type SqlToken } from '../../sql/lexer.ts';
import { ServiceError } from './errors.ts';
import { memoize } from '../../../lib/data-api/memoize.ts';

const maxCharacters = 65_536;

type Rule = { readonly pattern: RegExp; readonly reason: string };

const transactionReason = 'use BeginTransaction, CommitTransaction and RollbackTransaction.';
const connectionReason = 'after this call, the connection serves other callers.';
const roleReason = 'the secret of the call decides its role.';

// Statements that would interfere with the transactions of the Data API, or affect the next caller that gets the connection.
const forbiddenRules: readonly Rule[] = [
  { pattern: /^(begin|start|commit|end|abort|prepare transaction)\b/, reason: transactionReason },
  { pattern: /^rollback\b(?!( work| transaction)? to\b)/, reason: transactionReason },
  { pattern: /^(listen|unlisten|discard)\b/, reason: connectionReason },
  { pattern: /^(re)?set( session| local)? (role|session authorization)\b/, reason: roleReason },
  { pattern: /^set( session| local)? session_authorization\b/, reason: roleReason },
  { pattern: /^reset session_authorization\b/, reason: roleReason },
];

/**
 * Checks that a text is one statement, is not too long, and changes neither the transaction nor the role.
 * @rule Database and local stack: What does the emulator of the Data API refuse?
 * @throws ServiceError
 */
export function checkStatement(sql: string): void {
  if (sql.length > maxCharacters) {
    throw new ServiceError(
      'ValidationException',
      `Number of characters in SQLStatement is longer than ${maxCharacters}`,
    );
  }
  checkTokens(sql);
}

const checkTokens = memoize((sql) => {
  if (splitStatements(sql).length > 1) {
    throw new ServiceError('ValidationException', "Multistatements aren't supported.");
  }
  const significantTokens = [...tokenize(sql)].filter((token) => !isBlankToken(token));
  const words = readFirstWords(significantTokens);
  if (/^copy\b/.test(words)) {
    throw new ServiceError(
      'DatabaseErrorException',
      'execute: unexpected message: CopyOutResponse',
    );
  }
  const brokenRule = forbiddenRules.find((rule) => rule.pattern.test(words));
  if (brokenRule !== undefined) {
    throw refusedStatementError(
      (brokenRule.pattern.exec(words)?.[0] ?? '').toUpperCase(),
      brokenRule.reason,
    );
  }
  if (setsRole(significantTokens))
    throw refusedStatementError('set_config of the role', roleReason);
});

function refusedStatementError(subject: string, reason: string): ServiceError {
  return new ServiceError('ValidationException', `${subject} is not for the Data API: ${reason}`);
}

/** Returns the first words of a statement, at most four, in lower case and without quotes. */
function readFirstWords(significantTokens: readonly SqlToken[]): string {
  const end = significantTokens.findIndex(({ kind }) => kind !== 'word' && kind !== 'identifier');
  return significantTokens
    .slice(0, Math.min(end === -1 ? significantTokens.length : end, 4))
    .map(({ kind, text }) => (kind === 'word' ? text : text.slice(1, -1)).toLowerCase())
    .join(' ');
}

/** Whether a statement contains `set_config('role', …)` or `set_config('session_authorization', …)`. */
function setsRole(significantTokens: readonly SqlToken[]): boolean {
  return significantTokens.some(
    ({ text }, index) =>
      text.toLowerCase() === 'set_config' &&
      /^'(role|session_authorization)'$/i.test(significantTokens[index + 2]?.text ?? ''),
  );
}
