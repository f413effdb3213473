import type { CloudFormationClient } from '@aws-sdk/client-cloudformation';

import { readSettings } from '../../../lib/settings.ts';
import { stageVariables } from '../../settings/stage-variables.ts';
import {
  readStoredSettings,
  storeSettings,
  type StageSettings,
} from '../../settings/stored-settings.ts';
import { serviceStackName } from '../../settings/stack-names.ts';
import { DeploymentError } from './deployment-error.ts';
import type { DeploymentTools, Variables } from './deployment-tools.ts';
import type { DeploymentOptions } from './options.ts';
import { resolveSettings } from './resolve-settings.ts';
import { chooseStackStep } from './stack-step.ts';
import { describeStack, toStackOutputs } from './stacks.ts';

/**
 * Reads the settings of a stage, applies those of the environment, and prints the differences. The settings of a new stage are stored at
 * once, so that a deployment that fails can be repeated; those of an existing one only after the deployment.
 * @rule Deployment: Which settings does a deployment use, and what does it store?
 * @throws DeploymentError if the stage exists, but its settings are not stored; InvalidSettings
 */
export async function prepareStageSettings(
  { stage, reset, adoptsSettings }: DeploymentOptions,
  client: CloudFormationClient,
  { region, environment, print }: DeploymentTools,
): Promise<StageSettings> {
  const stored = await readStoredSettings(stage, region);
  const stack = await describeStack(client, serviceStackName(stage));
  const isNew = chooseStackStep(serviceStackName(stage), stack?.StackStatus) !== 'update';
  if (stored === undefined && !isNew && !adoptsSettings) {
    throw new DeploymentError(
      `The settings of stage ${stage} are not stored, because an earlier version deployed it. Set all variables as for its last deployment, and add --adopt-settings once.`,
    );
  }
  const { BaseUrl } = toStackOutputs(stack);
  const former = stored ?? (BaseUrl === undefined ? {} : { HDS_BASE_URL: BaseUrl });
  const { settings, lines } = resolveSettings({ stored: former, environment, reset });
  readSettings(settings);
  print(
    lines.length === 0 ? 'Settings: as stored' : 'Settings that differ from the last deployment:',
  );
  for (const line of lines) print(`  ${line}`);
  if (stored === undefined && isNew) await storeSettings(stage, region, settings);
  return settings;
}

/** Returns every variable of a stage for the packager: those without a value are removed from the environment. */
export function toVariables(settings: StageSettings): Variables {
  return Object.fromEntries(stageVariables.map(({ name }) => [name, settings[name]]));
}
