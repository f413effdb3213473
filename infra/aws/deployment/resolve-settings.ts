import type { StageSettings } from '../../settings/stored-settings.ts';
import { stageVariables } from '../../settings/stage-variables.ts';
import { DeploymentError } from './deployment-error.ts';
import type { Variables } from './deployment-tools.ts';

export type SettingsRequest = {
  /** What the last deployment stored; undefined if there was none. */
  readonly stored: StageSettings | undefined;
  readonly environment: Variables;
  /** The names of the settings that return to their defaults. */
  readonly reset: readonly string[];
};

export type ResolvedSettings = {
  readonly settings: StageSettings;
  /** A line for each difference from the last deployment. */
  readonly lines: readonly string[];
};

/**
 * Resolves the settings of a stage: a variable of the environment replaces the stored value, and nothing is dropped unless it is reset.
 * @rule Deployment: Which settings does a deployment use, and what does it store?
 * @throws DeploymentError if a setting to reset does not exist, or the environment also sets it
 */
export function resolveSettings({
  stored = {},
  environment,
  reset,
}: SettingsRequest): ResolvedSettings {
  const names = stageVariables.map(({ name }) => name);
  checkReset(reset, names, environment);
  const settings = Object.fromEntries(
    names.flatMap((name) => {
      const value = environment[name] || stored[name];
      return value === undefined || reset.includes(name) ? [] : [[name, value]];
    }),
  );
  const lines = names
    .filter((name) => settings[name] !== stored[name])
    .map((name) => `${name}: ${describe(stored[name])} → ${describe(settings[name])}`);
  return { settings, lines };
}

function describe(value: string | undefined): string {
  return value ?? '(default)';
}

function checkReset(
  reset: readonly string[],
  names: readonly string[],
  environment: Variables,
): void {
  const problems = reset.flatMap((name) => {
    if (!names.includes(name)) return [`${name} is no setting of a stage: see docs/settings.md.`];
    return environment[name] ? [`${name} is reset, but the environment sets it: unset it.`] : [];
  });
  if (problems.length > 0) throw new DeploymentError(problems.join('\n'));
}
