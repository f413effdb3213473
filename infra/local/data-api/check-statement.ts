import { isBlankToken, splitStatements, tokenize, type SqlToken } from '../../sql/lexer.ts';
import { ServiceError } from './errors.ts';
import { memoize } from '../../../lib/data-api/memoize.ts';

const maxCharacters = 65_536;

type Rule = { readonly pattern: RegExp; readonly reason: string };

const transactionReason = 'use BeginTransaction, CommitTransaction and RollbackTransaction.';
const connectionReason = 'the connection goes to another caller after this call.';
const roleReason = 'the secret of the call says which role it has.';

// Statements that would take the control of a connection from the service, or affect the next caller that uses it.
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
 * @throws ServiceError
 */
export function checkStatement(sql: string): void {
  if (sql.length > maxCharacters) {
    throw new ServiceError(
      'ValidationException',
      `Number of characters in SQLStatement is longer than ${maxCharacters}`,
    );
  }
  checkWords(sql);
}

const checkWords = memoize((sql) => {
  if (splitStatements(sql).length > 1) {
    throw new ServiceError('ValidationException', "Multistatements aren't supported.");
  }
  const significantTokens = [...tokenize(sql)].filter((token) => !isBlankToken(token));
  const words = firstWords(significantTokens);
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

/** The first words of a statement, in lower case and without quotes. */
function firstWords(significantTokens: readonly SqlToken[]): string {
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
