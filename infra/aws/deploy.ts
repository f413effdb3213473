import { createDataApi } from '../../lib/data-api/client.ts';
import { createSecrets } from '../../lib/secrets/client.ts';
import { InvalidSettings, readSettings } from '../../lib/settings.ts';
import { MigrationRefused } from '../schema/migrations.ts';
import { readAccount } from './deployment/account.ts';
import { deployStage } from './deployment/deploy-stage.ts';
import { DeploymentError } from './deployment/deployment-error.ts';
import { makeFirstRequest } from './deployment/first-request.ts';
import { parseDeploymentOptions } from './deployment/options.ts';
import { runServerless } from './deployment/run-serverless.ts';
import { readOwnerSecretArn } from '../cli/owner-secret.ts';

// `npm run deploy -- --stage NAME`

/** How long a call waits for a paused database to wake. */
const wakingMilliseconds = 120_000;

/** The settings of the stage are only complete with those that are stored with it. */
const awsVariables = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !name.startsWith('HDS_')),
);

try {
  const options = parseDeploymentOptions(process.argv.slice(2));
  const { region, dataApiEndpoint, secretsEndpoint } = readSettings(awsVariables);
  const url = await deployStage(options, {
    region,
    readAccount,
    openDatabase: async (clusterArn, database) =>
      createDataApi({
        clusterArn,
        secretArn: await readOwnerSecretArn(clusterArn, { region }),
        database,
        region,
        endpoint: dataApiEndpoint,
        wakingBudget: () => wakingMilliseconds,
      }),
    secrets: createSecrets({ region, endpoint: secretsEndpoint }),
    deployService: (stage, variables) => runServerless(['deploy', '--stage', stage], variables),
    makeFirstRequest,
    print: (line) => console.log(line),
    environment: process.env,
  });
  console.log(`The service is at ${url}`);
} catch (error) {
  const isForOperator = [DeploymentError, InvalidSettings, MigrationRefused].some(
    (errorClass) => error instanceof errorClass,
  );
  if (!isForOperator || !(error instanceof Error)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
