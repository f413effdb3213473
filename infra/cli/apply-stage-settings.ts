import { readRegion } from '../settings/region.ts';
import { CommandError } from './command-error.ts';
import { warn } from './run-command.ts';

/**
 * Sets the settings that are stored with a stage in the environment of this process, except those that it has already.
 * @throws CommandError if they cannot be read
 */
export async function applyStageSettings(stage: string): Promise<void> {
  // Loaded on demand: the AWS client is slow to load, and most commands do not need it.
  const { readStoredSettings } = await import('../settings/stored-settings.ts');
  const region = readRegion();
  const stored = await readStoredSettings(stage, region).catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const message = `The settings of stage ${stage} cannot be read in ${region}: ${reason}`;
    throw new CommandError('stage_not_found', message, { cause });
  });
  if (stored === undefined) {
    warn([
      `Stage ${stage} has no stored settings, so those of this environment apply. Deploying it stores them.`,
    ]);
  }
  for (const [name, value] of Object.entries(stored ?? {})) process.env[name] ||= value;
}
