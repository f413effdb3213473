import * as dataApi from '@aws-sdk/client-rds-data';
import { describe, expect, it } from 'vitest';

import { toDataApiError } from '../../../lib/data-api/errors.ts';
import { toHttpError } from '../../../lib/http/errors/error-statuses.ts';

/** The errors of the service model, and the common errors of AWS, with the status that a caller gets. */
const statuses: Readonly<Record<string, number>> = {
  AccessDeniedException: 500,
  BadRequestException: 500,
  DatabaseErrorException: 500,
  DatabaseNotFoundException: 500,
  DatabaseResumingException: 503,
  DatabaseUnavailableException: 503,
  ExpiredTokenException: 500,
  ForbiddenException: 500,
  HttpEndpointNotEnabledException: 500,
  InternalServerErrorException: 503,
  InvalidResourceStateException: 503,
  InvalidSecretException: 503,
  NotFoundException: 500,
  SecretsErrorException: 503,
  ServiceUnavailableError: 503,
  StatementTimeoutException: 500,
  ThrottlingException: 503,
  TransactionNotFoundException: 500,
  UnsupportedResultException: 500,
  ValidationException: 500,
};

describe('an error of the Data API', () => {
  it('is known for every error class of its client', () => {
    const names = Object.values(dataApi)
      .filter(
        (value): value is typeof dataApi.RDSDataServiceException =>
          typeof value === 'function' && value.prototype instanceof dataApi.RDSDataServiceException,
      )
      .map(({ name }) => name);
    expect(names.length).toBeGreaterThan(10);
    expect(Object.keys(statuses)).toEqual(expect.arrayContaining(names));
  });

  it.each(Object.entries(statuses))(
    '%s becomes a %i, with Retry-After if it may pass',
    (name, status) => {
      const error = toHttpError(toDataApiError(Object.assign(new Error('A message.'), { name })));
      expect(error.status).toBe(status);
      expect('Retry-After' in error.headers).toBe(status === 503);
    },
  );
});
