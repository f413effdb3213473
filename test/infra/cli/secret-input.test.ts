import { PassThrough, Readable } from 'node:stream';

import { describe, expect, it } from 'vitest';

import { createSecretInput } from '../../../infra/cli/secret-input.ts';

const anything = (): readonly string[] => [];
const atLeastFive = (typed: string): readonly string[] =>
  typed.length < 5 ? ['Too short.', 'Try again.'] : [];

/** A terminal on which keys are pressed: each line is typed when the prompt asks for it. */
function terminal() {
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => undefined });
  const output = new PassThrough();
  let shown = '';
  output.setEncoding('utf8').on('data', (text: string) => (shown += text));
  const waitFor = async (text: string): Promise<void> => {
    while (!shown.includes(text)) await new Promise((resolve) => setImmediate(resolve));
    shown = shown.slice(shown.indexOf(text) + text.length);
  };
  let all = '';
  output.on('data', (text: string) => (all += text));
  return {
    input,
    output,
    seen: () => all,
    /** Waits for a prompt or an error text, then types. */
    answer: async (prompt: string, keys: string): Promise<void> => {
      await waitFor(prompt);
      input.write(keys);
    },
  };
}

describe('a password from a terminal', () => {
  it('is asked for twice, and not shown', async () => {
    const { input, output, answer, seen } = terminal();
    const source = createSecretInput(input, output);
    const reading = source.readNewPassword(anything);
    await answer('New password', 'open sesame\r');
    await answer('The same once more', 'open sesame\r');
    expect(await reading).toBe('open sesame');
    expect(source.isTyped).toBe(true);
    expect(seen()).not.toContain('sesame');
  });

  it('is asked for again after all its errors', async () => {
    const { input, output, answer } = terminal();
    const reading = createSecretInput(input, output).readNewPassword(atLeastFive);
    await answer('New password', 'abc\r');
    await answer('Too short. Try again.', 'abcdef\r');
    await answer('The same once more', 'abcdex\r');
    await answer('not the same', 'abcdef\r');
    expect(await reading).toBe('abcdef');
  });

  it.each([['New password'], ['The same once more']])(
    'is not accepted if the prompt "%s" is interrupted',
    async (question) => {
      const { input, output, answer } = terminal();
      const typed = async (): Promise<void> => {
        if (question !== 'New password') await answer('New password', 'open sesame\r');
        await answer(question, '\u0003');
      };
      const reading = createSecretInput(input, output).readNewPassword(anything);
      const [outcome] = await Promise.allSettled([reading, typed()]);
      expect(outcome).toMatchObject({ reason: { code: 'no_password_given' } });
    },
  );
});

describe('a password from a pipe', () => {
  const read = (...chunks: readonly (string | Buffer)[]): Promise<string> =>
    createSecretInput(Readable.from(chunks.map((chunk) => Buffer.from(chunk)))).readNewPassword(
      anything,
    );

  it.each([
    ['a line', ['open sesame\n']],
    ['a line as Windows ends it', ['open sesame\r\n']],
    ['a line without an end', ['open sesame']],
    ['the first of several lines', ['open sesame\nmore\n']],
    ['a line in pieces', ['open', ' sesame', '\nmore']],
  ])('is %s', async (_what, chunks) => {
    expect(await read(...chunks)).toBe('open sesame');
  });

  it('keeps spaces and every character, even one that is split between two chunks', async () => {
    const bytes = Buffer.from(' schön \n');
    expect(await read(bytes.subarray(0, 5), bytes.subarray(5))).toBe(' schön ');
  });

  it.each([
    ['nothing', []],
    ['an empty line', ['\nmore\n']],
    ['what is not UTF-8', [Buffer.from([0x61, 0xff, 0x0a])]],
  ])('is not %s', async (_what, chunks) => {
    await expect(read(...chunks)).rejects.toMatchObject({ code: 'no_password_given' });
  });
});
