import { parseArgs } from 'node:util';

import { readRegion } from '../settings/region.ts';
import { closeStage } from './deployment/close-stage.ts';
import { DeploymentError } from './deployment/deployment-error.ts';
import { parseStage } from './deployment/options.ts';

// `npm run close -- --stage NAME`

try {
  const { values } = parseArgs({ options: { stage: { type: 'string' } } });
  const stage = parseStage(values.stage);
  const count = await closeStage(stage, readRegion());
  console.log(
    count === 0
      ? `Stage ${stage} was closed already: every request gets 429.`
      : `Stage ${stage} is closed: every request gets 429. Limits that were set to 0: ${count}.`,
  );
  console.log(
    'Scheduled functions still run. To open the stage, deploy it with --closed, then without.',
  );
} catch (error) {
  if (!(error instanceof DeploymentError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
