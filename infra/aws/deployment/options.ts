import { Command } from 'commander';
import * as z from 'zod';

import {
  accountStackName,
  alarmsStackName,
  databaseStackName,
  frontStackName,
  serviceStackName,
} from '../../settings/stack-names.ts';
import { DeploymentError } from './deployment-error.ts';

export type DeploymentOptions = {
  readonly stage: string;
  /** Whether to skip the migrations, in order to deploy the functions of the previous version. */
  readonly keepSchema: boolean;
  /** Whether the stage lets no caller in and runs no schedule. */
  readonly isClosed: boolean;
  /** The names of the settings that return to their defaults. */
  readonly reset: readonly string[];
  /** Whether the environment has all settings of a stage that has not stored them yet. */
  readonly adoptsSettings: boolean;
  /** Parameters of infra/aws/database.yml. */
  readonly database: Readonly<Record<string, string>>;
  /** Parameters of infra/aws/alarms.yml. */
  readonly alarms: Readonly<Record<string, string>>;
};

// The names of functions contain the stage, and may have 64 characters.
const stageSchema = z.string().regex(/^[a-z][a-z0-9-]{0,12}$/);

/** Whether the stack of the service would have the name of another stack, perhaps of another stage. */
function isReservedStage(stage: string): boolean {
  const otherStacks = [databaseStackName, alarmsStackName, frontStackName].map((name) => name(''));
  const stackName = serviceStackName(stage);
  return (
    stage === 'local' ||
    stackName === accountStackName ||
    otherStacks.some((prefix) => stackName.startsWith(prefix))
  );
}

/** Checks the name of a stage. @throws DeploymentError */
export function parseStage(text: string | undefined): string {
  const parsed = stageSchema.safeParse(text);
  if (parsed.success && !isReservedStage(parsed.data)) return parsed.data;
  throw new DeploymentError(
    'Give the name of a stage, such as --stage production: up to 13 lower-case letters, digits and hyphens, beginning with a letter. Reserved are "local", "account", and names that begin with "database-", "alarms-" or "front-".',
  );
}

const collectParameter = (
  text: string,
  collected: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> => {
  const [, name, value] = /^(\w+)=(.*)$/.exec(text) ?? [];
  if (name === undefined || value === undefined) {
    throw new DeploymentError(`${text} is not a parameter. Write it as NAME=VALUE.`);
  }
  return { ...collected, [name]: value };
};

/** Parses the options of `npm run deploy`. @throws DeploymentError */
export function parseDeploymentOptions(args: readonly string[]): DeploymentOptions {
  const program = new Command('npm run deploy --')
    .description('creates or updates a stage in AWS; safe to repeat')
    .option('--stage <name>', 'such as production')
    .option('--keep-schema', 'skips the migrations, to return to the previous version', false)
    .option('--closed', 'refuses all requests, until a deployment without this option', false)
    .option(
      '--reset <name>',
      'returns a setting of the stage to its default',
      (name, names: readonly string[]) => [...names, name],
      [],
    )
    .option(
      '--adopt-settings',
      'takes the settings of a stage that has not stored them from the environment',
      false,
    )
    .option(
      '--database <name=value>',
      'a parameter of infra/aws/database.yml; later deployments keep its value',
      collectParameter,
      {},
    )
    .option('--alarms <name=value>', 'a parameter of infra/aws/alarms.yml', collectParameter, {})
    .parse(args, { from: 'user' });
  const {
    stage,
    closed: isClosed,
    adoptSettings: adoptsSettings,
    ...options
  } = program.opts<
    { closed: boolean; adoptSettings: boolean } & Omit<
      DeploymentOptions,
      'isClosed' | 'adoptsSettings'
    >
  >();
  return { ...options, stage: parseStage(stage), isClosed, adoptsSettings };
}
