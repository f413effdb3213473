import { readSettings } from '../../lib/settings.ts';

/**
 * Reads the region of the stacks. Programs that work on a stage call it before they have the settings that are stored with the stage.
 * @throws InvalidSettings
 */
export function readRegion(): string {
  return readSettings({ AWS_REGION: process.env['AWS_REGION'] }).region;
}
