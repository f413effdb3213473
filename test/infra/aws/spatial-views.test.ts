import { expect, it } from 'vitest';
import * as z from 'zod';

import { packagedTemplate } from '../../gateway/imitation/packaged.ts';

const reference = z.object({ 'Fn::GetAtt': z.tuple([z.string(), z.string()]) });
const subscription = z.object({ FilterPattern: z.string(), DestinationArn: reference });

it('a line in the log starts the function that fills spatial views, that of the function itself too', async () => {
  const { template } = await packagedTemplate();
  const filling = template.Resources['FillingSubscription']?.Properties;
  const { FilterPattern, DestinationArn } = subscription.parse(filling);
  expect(FilterPattern).toContain('$.views = "filling"');
  expect(FilterPattern).toContain('$.schedule = "fill-spatial-views" && $.isComplete IS FALSE');
  expect(Object.keys(template.Resources)).toContain(DestinationArn['Fn::GetAtt'][0]);
});
