import { isBlankToken, splitStatements, tokenize, type SqlToken } from '../../sql/lexer.ts';
import { ServiceError } from './errors.ts';
import { memoize } from '../../../lib/data-api/memoize.ts';

const maxCharacters = 65_536;

type Rule = { readonly words: RegExp; readonly reason: string };

const transactionReason = 'use BeginTransaction, CommitTransaction and RollbackTransaction.';
const connectionReason = 'the connection goes to another caller after this call.';
const roleReason = 'the secret of the call says which role it has.';

// Statements that would take the control of a connection from the service, or affect the next caller that uses it.
const forbiddenRules: readonly Rule[] = [
  { words: /^(begin|start|commit|end|abort|prepare transaction)\b/, reason: transactionReason },
  { words: /^rollback\b(?!( work| transaction)? to\b)/, reason: transactionReason },
  { words: /^(listen|unlisten|discard)\b/, reason: connectionReason },
  { words: /^(re)?set( session| local)? (role|session authorization)\b/, reason: roleReason },
  { words: /^set( session| local)? session_authorization\b/, reason: roleReason },
  { words: /^reset session_authorization\b/, reason: roleReason },
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
  const visible = [...tokenize(sql)].filter((token) => !isBlankToken(token));
  const words = firstWords(visible);
  if (/^copy\b/.test(words)) {
    throw new ServiceError(
      'DatabaseErrorException',
      'execute: unexpected message: CopyOutResponse',
    );
  }
  const broken = forbiddenRules.find((rule) => rule.words.test(words));
  if (broken !== undefined) {
    throw statementRefused((broken.words.exec(words)?.[0] ?? '').toUpperCase(), broken.reason);
  }
  if (setsRole(visible)) throw statementRefused('set_config of the role', roleReason);
});

function statementRefused(what: string, reason: string): ServiceError {
  return new ServiceError('ValidationException', `${what} is not for the Data API: ${reason}`);
}

/** The first words of a statement, in lower case and without quotes. */
function firstWords(visible: readonly SqlToken[]): string {
  const end = visible.findIndex(({ kind }) => kind !== 'word' && kind !== 'identifier');
  return visible
    .slice(0, Math.min(end === -1 ? visible.length : end, 4))
    .map(({ kind, text }) => (kind === 'word' ? text : text.slice(1, -1)).toLowerCase())
    .join(' ');
}

/** Whether a statement contains `set_config('role', …)` or `set_config('session_authorization', …)`. */
function setsRole(visible: readonly SqlToken[]): boolean {
  return visible.some(
    ({ text }, index) =>
      text.toLowerCase() === 'set_config' &&
      /^'(role|session_authorization)'$/i.test(visible[index + 2]?.text ?? ''),
  );
}
