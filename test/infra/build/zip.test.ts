import { describe, expect, it } from 'vitest';

import { unzip, zip } from '../../../infra/build/zip.ts';

// An archive of the file a.txt with the text "hello hello hello hello", deflated, made with Python's zipfile.
const archive = Buffer.from(
  'UEsDBBQAAAAIAAAAIQDjUT2NCgAAABcAAAAFAAAAYS50eHTLSM3JyVfIQCcBUEsBAhQDFAAAAAgAAAAhAONRPY0KAAAAFwAAAAUAAAAAAAAAAAAAAIABAAAAAGEudHh0UEsFBgAAAAABAAEAMwAAAC0AAAAAAA==',
  'base64',
);

describe('reading a zip archive', () => {
  it('yields its files', () => {
    const files = unzip(archive).map(({ path, content }) => [path, content.toString()]);
    expect(files).toStrictEqual([['a.txt', 'hello hello hello hello']]);
  });

  it('refuses a file that is not an archive', () => {
    expect(() => unzip(Buffer.from('PK and nothing more, but long enough'))).toThrow(/zip archive/);
  });
});

describe('writing a zip archive', () => {
  const files = [
    { path: 'functions/a.mjs', content: Buffer.from('export const a = 1;\n'.repeat(100)) },
    { path: 'é.txt', content: Buffer.alloc(0) },
  ];

  it('keeps names and contents', async () => {
    expect(unzip(await zip(files))).toStrictEqual(files);
  });

  it('writes the same bytes for the same files', async () => {
    expect(await zip(files)).toStrictEqual(await zip(files));
  });
});
