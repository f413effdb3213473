import { PassThrough, Readable } from 'node:stream';

import { describe, expect, it } from 'vitest';

import { createSecretInput } from '../../../../infra/cli/accounts/secret-input.ts';

const acceptAnything = (): readonly string[] => [];
const requireFiveCharacters = (typed: string): readonly string[] =>
  typed.length < 5 ? ['Too short.', 'Try again.'] : [];

/** A terminal on which the test types a line after each prompt. */
function createTerminal() {
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => undefined });
  const output = new PassThrough();
  let unreadOutput = '';
  output.setEncoding('utf8').on('data', (text: string) => (unreadOutput += text));
  const waitFor = async (text: string): Promise<void> => {
    while (!unreadOutput.includes(text)) await new Promise((resolve) => setImmediate(resolve));
    unreadOutput = unreadOutput.slice(unreadOutput.indexOf(text) + text.length);
  };
  let allOutput = '';
  output.on('data', (text: string) => (allOutput += text));
  return {
    input,
    output,
    readAllOutput: () => allOutput,
    /** Waits for a prompt or an error text, then types the keys. */
    typeAfter: async (prompt: string, keys: string): Promise<void> => {
      await waitFor(prompt);
      input.write(keys);
    },
  };
}

describe('a password from a terminal', () => {
  it('is requested twice, and is not shown', async () => {
    const { input, output, typeAfter, readAllOutput } = createTerminal();
    const source = createSecretInput(input, output);
    const reading = source.readNewPassword(acceptAnything);
    await typeAfter('New password', 'open sesame\r');
    await typeAfter('Repeat the password', 'open sesame\r');
    expect(await reading).toBe('open sesame');
    expect(source.isTyped).toBe(true);
    expect(readAllOutput()).not.toContain('sesame');
  });

  it('is requested again if it has errors or if the two inputs differ', async () => {
    const { input, output, typeAfter } = createTerminal();
    const reading = createSecretInput(input, output).readNewPassword(requireFiveCharacters);
    await typeAfter('New password', 'abc\r');
    await typeAfter('Too short. Try again.', 'abcdef\r');
    await typeAfter('Repeat the password', 'abcdex\r');
    await typeAfter('passwords differ', 'abcdef\r');
    expect(await reading).toBe('abcdef');
  });

  it.each([['New password'], ['Repeat the password']])(
    'is not accepted if the prompt "%s" is interrupted',
    async (question) => {
      const { input, output, typeAfter } = createTerminal();
      const typeKeys = async (): Promise<void> => {
        if (question !== 'New password') await typeAfter('New password', 'open sesame\r');
        await typeAfter(question, '\u0003');
      };
      const reading = createSecretInput(input, output).readNewPassword(acceptAnything);
      const [outcome] = await Promise.allSettled([reading, typeKeys()]);
      expect(outcome).toMatchObject({ reason: { code: 'no_password_given' } });
    },
  );
});

describe('a password from a pipe', () => {
  const read = (...chunks: readonly (string | Buffer)[]): Promise<string> =>
    createSecretInput(Readable.from(chunks.map((chunk) => Buffer.from(chunk)))).readNewPassword(
      acceptAnything,
    );

  it.each([
    ['a line', ['open sesame\n']],
    ['a line that ends as on Windows', ['open sesame\r\n']],
    ['a line without a line break', ['open sesame']],
    ['the first of several lines', ['open sesame\nmore\n']],
    ['a line in several chunks', ['open', ' sesame', '\nmore']],
  ])('is read from %s', async (_what, chunks) => {
    expect(await read(...chunks)).toBe('open sesame');
  });

  it('keeps spaces, and characters whose bytes are split between two chunks', async () => {
    const bytes = Buffer.from(' schön \n');
    expect(await read(bytes.subarray(0, 5), bytes.subarray(5))).toBe(' schön ');
  });

  it.each([
    ['empty', []],
    ['an empty line', ['\nmore\n']],
    ['not UTF-8', [Buffer.from([0x61, 0xff, 0x0a])]],
  ])('is refused if the input is %s', async (_what, chunks) => {
    await expect(read(...chunks)).rejects.toMatchObject({ code: 'no_password_given' });
  });
});
