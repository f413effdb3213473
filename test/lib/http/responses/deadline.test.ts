import { describe, expect, it } from 'vitest';

import { withFirstByteDeadline } from '../../../../lib/http/responses/deadline.ts';
import { lambdaContext } from '../lambda.ts';

describe('the time of a streamed answer', () => {
  it('is that of any other answer until it has begun, and then all that the function has', () => {
    const { context, markStarted: hasBegun } = withFirstByteDeadline(lambdaContext(900_000));
    expect(context.getRemainingTimeInMillis()).toBeLessThanOrEqual(29_000);
    hasBegun();
    expect(context.getRemainingTimeInMillis()).toBe(900_000);
  });

  it('is never more than the function has', () => {
    const { context } = withFirstByteDeadline(lambdaContext(3));
    expect(context.getRemainingTimeInMillis()).toBe(3);
  });
});
