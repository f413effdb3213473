import type { RequestsByOperation, ChooseRequests } from '../walk-request.ts';

/** GET /health/ready: only administrators may wake the database. */
const readinessRequests: ChooseRequests = () => [
  {
    path: '/health/ready?wake',
    expected: ({ isAnonymous, isAdministrator }) => {
      if (isAnonymous) return { status: 401, sentinels: new Set() };
      return { status: isAdministrator ? 200 : 403, sentinels: new Set() };
    },
  },
];

export const requests: RequestsByOperation = { 'get-readiness': readinessRequests };
