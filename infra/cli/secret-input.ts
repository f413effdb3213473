import type { Readable, Writable } from 'node:stream';

import { isCancel, password } from '@clack/prompts';

/** A new password was asked for and none came. */
export class NoPasswordGiven extends Error {
  readonly code = 'no_password_given';
}

/** Where a password comes from: the keyboard of a terminal, or a pipe. */
export type SecretInput = {
  /** Whether somebody is asked for it, and may correct what is wrong. */
  readonly isAsked: boolean;
  /**
   * Reads a new password: asks for it twice, without showing it, until nothing is wrong with it; or takes the first line
   * of the pipe as it is.
   * @param check says what is wrong with a password, in sentences
   * @throws NoPasswordGiven
   */
  readonly newPassword: (check: (password: string) => readonly string[]) => Promise<string>;
};

type Input = Readable & { readonly isTTY?: boolean };

/** The way in which this process is given secrets: never by its arguments, which others on the machine can see. */
export function secretInput(
  input: Input = process.stdin,
  output: Writable = process.stderr,
): SecretInput {
  if (input.isTTY !== true) return { isAsked: false, newPassword: () => firstLine(input) };
  return { isAsked: true, newPassword: (check) => ask(input, output, check) };
}

async function ask(
  input: Input,
  output: Writable,
  check: (password: string) => readonly string[],
): Promise<string> {
  const chosen = await password({
    message: 'New password',
    input,
    output,
    clearOnError: true,
    validate: (typed) => check(typed ?? '').join(' ') || undefined,
  });
  if (isCancel(chosen)) throw cancelled();
  const repeated = await password({
    message: 'The same once more',
    input,
    output,
    clearOnError: true,
    validate: (typed) => (typed === chosen ? undefined : 'It is not the same. Type it again.'),
  });
  if (isCancel(repeated)) throw cancelled();
  return chosen;
}

function cancelled(): NoPasswordGiven {
  return new NoPasswordGiven('No password was given: nothing was changed.');
}

/** A line ends with LF or CRLF; the last one may do without. */
async function firstLine(input: Readable): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  try {
    for await (const chunk of input) {
      text += decoder.decode(chunk, { stream: true });
      if (text.includes('\n')) break;
    }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new NoPasswordGiven('What came on standard input is not UTF-8.', { cause: error });
  }
  const [line = ''] = text.split(/\r?\n/, 1);
  if (line !== '') return line;
  throw new NoPasswordGiven(
    'No password came on standard input: run this on a terminal, or pipe the password in as one line.',
  );
}
