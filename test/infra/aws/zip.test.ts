import { describe, expect, it } from 'vitest';

import { unzip } from '../../../infra/aws/zip.ts';

// An archive of the file a.txt with the text "hello hello hello hello", deflated.
const archive = Buffer.from(
  'UEsDBBQAAAAIAAAAIQDjUT2NCgAAABcAAAAFAAAAYS50eHTLSM3JyVfIQCcBUEsBAhQDFAAAAAgAAAAhAONRPY0KAAAAFwAAAAUAAAAAAAAAAAAAAIABAAAAAGEudHh0UEsFBgAAAAABAAEAMwAAAC0AAAAAAA==',
  'base64',
);

describe('reading a zip archive', () => {
  it('gives its files', () => {
    const files = unzip(archive).map(({ path, content }) => [path, content.toString()]);
    expect(files).toStrictEqual([['a.txt', 'hello hello hello hello']]);
  });

  it('refuses what is no archive', () => {
    expect(() => unzip(Buffer.from('PK and nothing more, but long enough'))).toThrow(/zip archive/);
  });
});
