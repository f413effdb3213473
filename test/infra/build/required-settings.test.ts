import { execFile } from 'node:child_process';
import path from 'node:path';

import { describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../..');

/** Runs `serverless` with no settings except `environment`. @returns its exit code and output */
async function runServerless(words: readonly string[], environment: NodeJS.ProcessEnv = {}) {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(HDS_|AWS_)/.test(name));
  return new Promise<{ readonly code: unknown; readonly output: string }>((resolve) => {
    execFile(
      path.join(root, 'node_modules/.bin/serverless'),
      [...words],
      {
        cwd: root,
        env: {
          ...Object.fromEntries(inherited),
          AWS_EC2_METADATA_DISABLED: 'true',
          ...environment,
        },
      },
      (error, stdout, stderr) => resolve({ code: error?.code ?? 0, output: `${stdout}${stderr}` }),
    );
  });
}

describe('npx serverless', () => {
  it('offline start prints in one line the command to use instead', async () => {
    const { code, output } = await runServerless(['offline', 'start', '--httpPort', '4000']);
    expect(code).toBe(1);
    expect(output).toMatch(/^Error:\nType: npm start\. .*$/m);
  });

  let runWithInvalidSettings: ReturnType<typeof runServerless> | undefined;
  const deployWithInvalidSettings = () =>
    (runWithInvalidSettings ??= runServerless(['deploy'], {
      HDS_BASE_URL: 'https://heritage.example.org',
      HDS_TOKEN_SECONDS: '5',
      HDS_EXPORT: 'maybe',
      HDS_NIGHTLY: 'never',
      HDS_FRONT_SECRET_HASHES: 'a secret in clear',
    }));

  it('deploy requires the address of the service', async () => {
    const { code, output } = await runServerless(['deploy']);
    expect(code).toBe(1);
    expect(output).toMatch(/^Error:\nSet HDS_BASE_URL to the address .*$/m);
  });

  it('deploy lists the invalid settings', async () => {
    const { code, output } = await deployWithInvalidSettings();
    expect(code).toBe(1);
    expect(output).toContain('HDS_TOKEN_SECONDS: must be a whole number from 60 to 604800');
    expect(output).toContain('HDS_EXPORT: must be on or off');
    expect(output).toContain('HDS_NIGHTLY: must be on or off');
  });

  it('deploy does not print the secret of the front, even if it is set in place of its hash', async () => {
    const { output } = await deployWithInvalidSettings();
    expect(output).toContain('HDS_FRONT_SECRET_HASHES: must be the SHA-256');
    expect(output).not.toContain('in clear');
  });
});
