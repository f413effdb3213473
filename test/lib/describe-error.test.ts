import { describe, expect, it } from 'vitest';

import { toDataApiError } from '../../lib/data-api/errors.ts';
import { describeError } from '../../lib/describe-error.ts';

const secret = 'hunter2, "who" says \'no\'\n    at night';

/** The error of the Data API for an error of PostgreSQL. */
function databaseError(message: string): Error {
  return toDataApiError(Object.assign(new Error(message), { name: 'DatabaseErrorException' }));
}

function parseError(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    return error;
  }
}

describe('an error in the log', () => {
  it('has its name, code, message, the lines of its stack, and its cause', () => {
    const cause = new Error('The socket is closed.');
    const described = describeError(
      Object.assign(new TypeError('No answer.', { cause }), { code: 'gone' }),
    );
    expect(described).toMatchObject({
      name: 'TypeError',
      code: 'gone',
      message: 'No answer.',
      stack: expect.stringMatching(/^ {4}at .*describe-error\.test\.ts:\d+:\d+/),
      cause: { message: 'The socket is closed.' },
    });
  });

  const errorsWithSecret: Readonly<Record<string, unknown>> = {
    'of the JSON parser': parseError(`{"password": ${secret}`),
    'that quotes a value': new Error(`The value "${secret}" is invalid.`),
    'of the database with a value in its message': databaseError(
      `ERROR: invalid input syntax for type integer: "${secret}"; SQLState: 22P02`,
    ),
    'of the database with a value in its details': databaseError(
      `ERROR: duplicate key value violates unique constraint "account_username_key"; Detail: Key (username)=(${secret}) already exists.; SQLState: 23505`,
    ),
    'whose cause quotes a value': new Error('No.', { cause: parseError(secret) }),
    'that is only a string': secret,
  };

  it.each(Object.entries(errorsWithSecret))(
    'does not contain the secret that a caller sent: an error %s',
    (_, error) => {
      expect(JSON.stringify(describeError(error))).not.toMatch(/hunter2|who|night/);
    },
  );

  it('names a violated constraint and an unknown column, because callers do not send these', () => {
    const violation = databaseError(
      'ERROR: duplicate key value violates unique constraint "account_username_key"; Detail: Key (username)=(x) already exists.; SQLState: 23505',
    );
    expect(describeError(violation)).toMatchObject({
      sqlState: '23505',
      constraint: 'account_username_key',
    });
    const unknownColumn = databaseError('ERROR: column "nmae" does not exist; SQLState: 42703');
    expect(describeError(unknownColumn)).toMatchObject({ message: 'column "nmae" does not exist' });
  });
});
