import type { Readable, Writable } from 'node:stream';

import { isCancel, password } from '@clack/prompts';

import { CommandError } from './command-error.ts';

/** The source of a new password: the keyboard of a terminal, or a pipe. */
export type SecretInput = {
  /** Whether a person types it, who can correct it. */
  readonly isTyped: boolean;
  /**
   * Reads a new password. A person types it twice, hidden, until it has no problems. From a pipe, it is the first line, unchecked.
   * @throws CommandError if there is none
   */
  readonly readNewPassword: (check: (password: string) => readonly string[]) => Promise<string>;
};

type Input = Readable & { readonly isTTY?: boolean };

/** Creates the source of secrets. Secrets are never arguments, because other users of the machine can see those. */
export function createSecretInput(
  input: Input = process.stdin,
  output: Writable = process.stderr,
): SecretInput {
  if (input.isTTY !== true) return { isTyped: false, readNewPassword: () => readFirstLine(input) };
  return { isTyped: true, readNewPassword: (check) => promptForPassword(input, output, check) };
}

const noPasswordError = (message: string, options?: ErrorOptions): CommandError =>
  new CommandError('no_password_given', message, options);

async function promptForPassword(
  input: Input,
  output: Writable,
  check: (password: string) => readonly string[],
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
    (typed) => check(typed ?? '').join(' ') || undefined,
  );
  return prompt('The same once more', (typed) =>
    typed === newPassword ? undefined : 'It is not the same. Type it again.',
  );
}

/** A line ends with LF, CRLF or the end of the input. */
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
