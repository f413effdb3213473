import { describe, expect, it } from 'vitest';

import { withFirstByteDeadline } from '../../../../lib/http/responses/deadline.ts';
import { lambdaContext } from '../lambda.ts';

describe('the time of a streamed answer', () => {
  it('is at most 29 seconds until the answer begins, and then the remaining time of the function', () => {
    const { context, markStarted } = withFirstByteDeadline(lambdaContext(900_000));
    expect(context.getRemainingTimeInMillis()).toBeLessThanOrEqual(29_000);
    markStarted();
    expect(context.getRemainingTimeInMillis()).toBe(900_000);
  });

  it('is never more than the remaining time of the function', () => {
    const { context } = withFirstByteDeadline(lambdaContext(3));
    expect(context.getRemainingTimeInMillis()).toBe(3);
  });
});
