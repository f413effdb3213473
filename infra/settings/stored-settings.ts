import {
  GetParameterCommand,
  ParameterNotFound,
  PutParameterCommand,
  SSMClient,
} from '@aws-sdk/client-ssm';
import * as z from 'zod';

import { readJson } from '../../lib/json/read-json.ts';
import { serviceStackName } from './stack-names.ts';

/** The settings of a stage by the names of their variables. */
export type StageSettings = Readonly<Record<string, string>>;

const settingsSchema = z.record(z.string(), z.string());

/** Names the parameter of Systems Manager with the settings of a stage, as one JSON object, so that a deployment replaces all or none. */
function parameterName(stage: string): string {
  return `/${serviceStackName(stage)}/settings`;
}

/**
 * Reads the settings that the last deployment of a stage stored.
 * @returns undefined if none has stored them
 */
export async function readStoredSettings(
  stage: string,
  region: string,
): Promise<StageSettings | undefined> {
  try {
    const request = new GetParameterCommand({ Name: parameterName(stage) });
    const { Parameter } = await new SSMClient({ region }).send(request);
    return settingsSchema.parse(readJson(Parameter?.Value ?? '{}'));
  } catch (error) {
    if (error instanceof ParameterNotFound) return undefined;
    throw error;
  }
}

/** Stores the settings of a stage in place of the former ones. Systems Manager keeps the last hundred versions. */
export async function storeSettings(
  stage: string,
  region: string,
  settings: StageSettings,
): Promise<void> {
  await new SSMClient({ region }).send(
    new PutParameterCommand({
      Name: parameterName(stage),
      Description: 'Settings of the Heritage Data Service, written by npm run deploy',
      Value: JSON.stringify(settings),
      Type: 'String',
      // A text of over 4 KB needs the advanced tier, which costs money.
      Tier: 'Intelligent-Tiering',
      Overwrite: true,
    }),
  );
}
