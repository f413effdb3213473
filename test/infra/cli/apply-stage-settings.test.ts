import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

import { applyStageSettings } from '../../../infra/cli/apply-stage-settings.ts';
import { storeSettings } from '../../../infra/settings/stored-settings.ts';
import { readSettings } from '../../../lib/settings.ts';
import { startPythonMoto, type Moto } from '../../support/moto.ts';
import { installTemplateCheckers } from '../aws/template-checks/programs.ts';

const programs = await installTemplateCheckers();
const region = 'eu-west-1';

describe.skipIf(programs === undefined)('a command for a stage', () => {
  let moto: Moto;

  beforeAll(async () => {
    moto = await startPythonMoto(`${programs}/python`);
  });

  beforeEach(() => {
    vi.stubEnv('AWS_ENDPOINT_URL', moto.url);
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
    vi.stubEnv('AWS_REGION', region);
    for (const name of ['HDS_LANGUAGE', 'HDS_BASE_URL', 'HDS_TIME_ZONE'])
      vi.stubEnv(name, undefined);
  });

  afterAll(async () => {
    vi.unstubAllEnvs();
    await moto?.close();
  });

  it('uses the settings that are stored with it, except those of the environment', async () => {
    const stored = {
      HDS_BASE_URL: 'https://heritage.test',
      HDS_LANGUAGE: 'fr',
      HDS_TIME_ZONE: 'Europe/Paris',
    };
    await storeSettings('first', region, stored);
    vi.stubEnv('HDS_TIME_ZONE', 'UTC');
    await applyStageSettings('first');
    expect(readSettings(process.env)).toMatchObject({
      baseUrl: 'https://heritage.test',
      language: 'fr',
      timeZone: 'UTC',
    });
  });

  it('uses those of the environment if the stage has stored none, and warns', async () => {
    const warn = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    await applyStageSettings('second');
    expect(warn).toHaveBeenCalledWith(
      expect.stringContaining('Stage second has no stored settings'),
    );
    expect(readSettings(process.env).language).toBe('en-US');
    warn.mockRestore();
  });
});
