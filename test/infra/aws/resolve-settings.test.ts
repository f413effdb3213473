import { describe, expect, it } from 'vitest';

import { resolveSettings } from '../../../infra/aws/deployment/resolve-settings.ts';
import { stageVariables } from '../../../infra/settings/stage-variables.ts';

const stored = { HDS_LANGUAGE: 'fr', HDS_FRONT_SECRET_HASHES: 'a'.repeat(64) };

describe('the settings of a deployment', () => {
  it('are the stored ones if the environment has none, also empty ones', () => {
    for (const environment of [{}, { HDS_LANGUAGE: '', HDS_FRONT_SECRET_HASHES: '' }]) {
      const { settings, lines } = resolveSettings({ stored, environment, reset: [] });
      expect([settings, lines]).toEqual([stored, []]);
    }
  });

  it.each(stageVariables.map(({ name }) => name))('keep %s until it is reset', (name) => {
    const first = resolveSettings({ stored: undefined, environment: { [name]: 'x' }, reset: [] });
    expect(first.lines).toEqual([`${name}: (default) → x`]);
    const second = resolveSettings({ stored: first.settings, environment: {}, reset: [] });
    expect(second.settings).toEqual({ [name]: 'x' });
    const third = resolveSettings({ stored: second.settings, environment: {}, reset: [name] });
    expect([third.settings, third.lines]).toEqual([{}, [`${name}: x → (default)`]]);
  });

  it('are replaced by those of the environment, and each difference is a line', () => {
    const environment = { HDS_LANGUAGE: 'nl', HDS_RATE: '50', HDS_DATA_DIR: 'other', PATH: '/' };
    const { settings, lines } = resolveSettings({ stored, environment, reset: [] });
    expect(settings).toEqual({ ...stored, HDS_LANGUAGE: 'nl', HDS_RATE: '50' });
    expect(lines).toEqual(['HDS_LANGUAGE: fr → nl', 'HDS_RATE: (default) → 50']);
  });

  it('are refused if a reset setting does not exist, or the environment sets it', () => {
    const reset = ['HDS_LANGUAGE', 'HDS_LANGAUGE', 'PORT'];
    expect(() => resolveSettings({ stored, environment: { HDS_LANGUAGE: 'nl' }, reset })).toThrow(
      'HDS_LANGUAGE is reset, but the environment sets it: unset it.\nHDS_LANGAUGE is no setting of a stage: see docs/settings.md.\nPORT is no setting of a stage: see docs/settings.md.',
    );
  });
});
