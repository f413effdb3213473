import { Command } from 'commander';
import * as z from 'zod';

import { DeploymentError } from './deployment-error.ts';

export type DeploymentOptions = {
  readonly stage: string;
  /** Whether to skip the migrations, in order to deploy the functions of the previous version. */
  readonly keepSchema: boolean;
  /** Whether the stage lets no caller in and runs no schedule. */
  readonly isClosed: boolean;
  /** Parameters of infra/aws/database.yml. */
  readonly database: Readonly<Record<string, string>>;
  /** Parameters of infra/aws/alarms.yml. */
  readonly alarms: Readonly<Record<string, string>>;
};

// The names of functions contain the stage, and may have 64 characters.
const stageSchema = z.string().regex(/^[a-z][a-z0-9-]{0,12}$/);

/** Checks the name of a stage. @throws DeploymentError */
export function parseStage(text: string | undefined): string {
  const parsed = stageSchema.safeParse(text);
  if (parsed.success && parsed.data !== 'local') return parsed.data;
  throw new DeploymentError(
    'Give the name of a stage, such as --stage production: up to 13 lower-case letters, digits and hyphens, beginning with a letter. The name "local" is reserved.',
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
    ...options
  } = program.opts<{ closed: boolean } & Omit<DeploymentOptions, 'isClosed'>>();
  return { ...options, stage: parseStage(stage), isClosed };
}
