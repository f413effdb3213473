import { createTransport } from '../lib/aws/transport.ts';
import { createRetry } from '../lib/aws/retry.ts';
export const x = [createTransport, createRetry];
