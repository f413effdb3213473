import type { CodeFault } from './fault.ts';
import { faultsOfData } from './faults-of-data.ts';
import { faultsOfRequests } from './faults-of-requests.ts';

/** All faults. `npm run test:faults` checks that the tests of each fault find it. */
export const faults: readonly CodeFault[] = [...faultsOfData, ...faultsOfRequests];
