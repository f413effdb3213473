import { execFile } from 'node:child_process';
import path from 'node:path';

import { describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../..');

/** Runs `serverless` as people type it, without a setting. @returns the code with which it ended, and what it said */
async function serverless(words: readonly string[], environment: NodeJS.ProcessEnv = {}) {
  const given = Object.entries(process.env).filter(([name]) => !/^(HDS_|AWS_)/.test(name));
  return new Promise<{ readonly code: unknown; readonly said: string }>((resolve) => {
    execFile(
      path.join(root, 'node_modules/.bin/serverless'),
      [...words],
      {
        cwd: root,
        env: { ...Object.fromEntries(given), AWS_EC2_METADATA_DISABLED: 'true', ...environment },
      },
      (error, stdout, stderr) => resolve({ code: error?.code ?? 0, said: `${stdout}${stderr}` }),
    );
  });
}

describe('npx serverless', () => {
  it.each([['offline'], ['offline start --stage local --httpPort 4000']])(
    '%s says in one line what to type instead',
    async (words) => {
      const { code, said } = await serverless(words.split(' '));
      expect(code).toBe(1);
      expect(said).toMatch(/^Error:\nType: npm start\. .*$/m);
    },
  );

  it('deploy asks for the address at which the service is reached', async () => {
    const { code, said } = await serverless(['deploy']);
    expect(code).toBe(1);
    expect(said).toMatch(/^Error:\nSet HDS_BASE_URL to the address .*$/m);
  });

  it('deploy lists the settings that the functions could not use', async () => {
    const { code, said } = await serverless(['deploy'], {
      HDS_BASE_URL: 'https://heritage.example.org',
      HDS_TOKEN_SECONDS: '5',
      HDS_EXPORT: 'maybe',
      HDS_NIGHTLY: 'never',
    });
    expect(code).toBe(1);
    expect(said).toContain('HDS_TOKEN_SECONDS: must be a whole number from 60 to 604800');
    expect(said).toContain('HDS_EXPORT: must be on or off');
    expect(said).toContain('HDS_NIGHTLY: must be on or off');
  });
});
