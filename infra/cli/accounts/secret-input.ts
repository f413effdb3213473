import type { Readable, Writable } from 'node:stream';

import { isCancel, password } from '@clack/prompts';

import { CommandError } from '../command-error.ts';

/** Where a new password comes from: a person at a terminal, or a pipe. */
export type SecretInput = {
  /** Whether a person types the password and can correct it. */
  readonly isTyped: boolean;
  /**
   * Reads a new password. A person types it twice without seeing it, and is asked again until `findProblems` finds none. From a
   * pipe, the password is the first line, and the caller must check it.
   * @throws CommandError if no password is given
   */
  readonly readNewPassword: (
    findProblems: (password: string) => readonly string[],
  ) => Promise<string>;
};

type Input = Readable & { readonly isTTY?: boolean };

/** Opens the input for secrets. Secrets are never arguments, because other users of the machine can see those. */
export function createSecretInput(
  input: Input = process.stdin,
  output: Writable = process.stderr,
): SecretInput {
  if (input.isTTY !== true) return { isTyped: false, readNewPassword: () => readFirstLine(input) };
  return {
    isTyped: true,
    readNewPassword: (findProblems) => promptForPassword(input, output, findProblems),
  };
}

const noPasswordError = (message: string, options?: ErrorOptions): CommandError =>
  new CommandError('no_password_given', message, options);

async function promptForPassword(
  input: Input,
  output: Writable,
  findProblems: (password: string) => readonly string[],
): Promise<string> {
  const prompt = async (
    message: string,
    validate: (typed: string | undefined) => string | undefined,
  ): Promise<string> => {
    const typed = await password({ message, input, output, clearOnError: true, validate });
    if (!isCancel(typed)) return typed;
    throw noPasswordError('No password was given: nothing was changed.');
  };
  const newPassword = await prompt(
    'New password',
    (typed) => findProblems(typed ?? '').join(' ') || undefined,
  );
  return prompt('Repeat the password', (typed) =>
    typed === newPassword ? undefined : 'The passwords differ. Type it again.',
  );
}

/** Reads the input up to the first LF or CRLF, or to its end. */
async function readFirstLine(input: Readable): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  try {
    for await (const chunk of input) {
      text += decoder.decode(chunk, { stream: true });
      if (text.includes('\n')) break;
    }
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause;
    throw noPasswordError('The standard input is not UTF-8.', { cause });
  }
  const [line = ''] = text.split(/\r?\n/, 1);
  if (line !== '') return line;
  throw noPasswordError(
    'No password came on standard input: run this on a terminal, or pipe the password in as one line.',
  );
}
