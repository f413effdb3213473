import { expect, it } from 'vitest';
import * as z from 'zod';

import { loadTemplate } from '../../gateway/emulator/load-packaged-service.ts';

const reference = z.object({ 'Fn::GetAtt': z.tuple([z.string(), z.string()]) });
const subscription = z.object({ FilterPattern: z.string(), DestinationArn: reference });

it('the word waitingViews in the log starts the function that fills spatial views', async () => {
  const template = await loadTemplate();
  const filling = template.Resources['FillingSubscription']?.Properties;
  const { FilterPattern, DestinationArn } = subscription.parse(filling);
  expect(FilterPattern).toBe('"waitingViews"');
  expect(Object.keys(template.Resources)).toContain(DestinationArn['Fn::GetAtt'][0]);
});
