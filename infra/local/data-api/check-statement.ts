import { isBlankToken, splitStatements, tokenize, type SqlToken } from '../../sql/lexer.ts';
import { ServiceError } from './errors.ts';
import { memoize } from '../../../lib/data-api/memoize.ts';

const longest = 65_536;

type Rule = { readonly words: RegExp; readonly reason: string };

const ownsTransactions = 'use BeginTransaction, CommitTransaction and RollbackTransaction.';
const ownsConnections = 'the connection goes to another caller after this call.';
const ownsRoles = 'the secret of the call says which role it has.';

// Statements that take the connection out of the service's hands, or change it for those who get it next.
const forbidden: readonly Rule[] = [
  { words: /^(begin|start|commit|end|abort|prepare transaction)\b/, reason: ownsTransactions },
  { words: /^rollback\b(?!( work| transaction)? to\b)/, reason: ownsTransactions },
  { words: /^(listen|unlisten|discard)\b/, reason: ownsConnections },
  { words: /^(re)?set( session| local)? (role|session authorization)\b/, reason: ownsRoles },
  { words: /^set( session| local)? session_authorization\b/, reason: ownsRoles },
  { words: /^reset session_authorization\b/, reason: ownsRoles },
];

/**
 * Checks a statement as the service does before it reaches the database: its length, that it is one, and that it does not
 * begin or end a transaction, or take another role, by itself.
 * @throws ServiceError
 */
export function checkStatement(sql: string): void {
  if (sql.length > longest) {
    throw new ServiceError(
      'ValidationException',
      `Number of characters in SQLStatement is longer than ${longest}`,
    );
  }
  checkWords(sql);
}

const checkWords = memoize((sql) => {
  if (splitStatements(sql).length > 1) {
    throw new ServiceError('ValidationException', "Multistatements aren't supported.");
  }
  const read = [...tokenize(sql)].filter((token) => !isBlankToken(token));
  const words = firstWords(read);
  if (/^copy\b/.test(words)) {
    throw new ServiceError(
      'DatabaseErrorException',
      'execute: unexpected message: CopyOutResponse',
    );
  }
  const broken = forbidden.find((rule) => rule.words.test(words));
  if (broken !== undefined) {
    throw notForTheDataApi((broken.words.exec(words)?.[0] ?? '').toUpperCase(), broken.reason);
  }
  if (setsRole(read)) throw notForTheDataApi('set_config of the role', ownsRoles);
});

function notForTheDataApi(what: string, reason: string): ServiceError {
  return new ServiceError('ValidationException', `${what} is not for the Data API: ${reason}`);
}

/** The words that a statement begins with, quoted or not, in lower case. */
function firstWords(read: readonly SqlToken[]): string {
  const end = read.findIndex(({ kind }) => kind !== 'word' && kind !== 'identifier');
  return read
    .slice(0, Math.min(end === -1 ? read.length : end, 4))
    .map(({ kind, text }) => (kind === 'word' ? text : text.slice(1, -1)).toLowerCase())
    .join(' ');
}

/** Whether a statement has `set_config('role', …)` or the same of session_authorization in it. */
function setsRole(read: readonly SqlToken[]): boolean {
  return read.some(
    ({ text }, index) =>
      text.toLowerCase() === 'set_config' &&
      /^'(role|session_authorization)'$/i.test(read[index + 2]?.text ?? ''),
  );
}
