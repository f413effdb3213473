import { describe, expect, it } from 'vitest';

import * as common from '../../../../lib/errors.ts';
import * as http from '../../../../lib/http/errors/errors.ts';
import { toHttpError } from '../../../../lib/http/errors/error-statuses.ts';
import * as identity from '../../../../lib/identity/errors.ts';
import * as oauth from '../../../../lib/oauth/errors.ts';
import { ForgedForm, FormTooLarge } from '../../../../lib/pages/html-form.ts';
import * as writing from '../../../../lib/writing/errors.ts';

const referrers = { resources: [], unreadable: 1 };

/** An example of each public error. */
const examples: readonly common.PublicError[] = [
  new common.InvalidInput([]),
  new common.NotAllowed(),
  new common.NotFound(),
  new common.NoOntology('Mill'),
  new common.TimeExceeded(),
  new http.AuthenticationRequired(),
  new http.InsufficientScope('write'),
  new http.MethodNotAllowed('PUT', 'GET'),
  new http.NotAcceptable('text/csv', []),
  new http.UnsupportedMediaType([]),
  new http.ResponseTooLarge(),
  new http.RequestTooLarge(),
  new http.NotUtf8(0),
  new http.MalformedForm(),
  new identity.InvalidToken(),
  new identity.WrongCredentials(),
  new identity.SessionEnded(),
  new identity.TooManyAttempts(3),
  new oauth.InvalidRequest(),
  new oauth.InvalidClient(),
  new oauth.WrongPassword(),
  new oauth.InvalidRefreshToken(),
  new oauth.UnauthorizedClient(),
  new oauth.UnsupportedGrantType(),
  new oauth.InvalidScope(),
  new writing.MalformedDocument([]),
  new writing.UnprocessableDocument([]),
  new writing.Conflict(),
  new writing.StillReferenced(referrers),
  new writing.ImportNotFinished(),
  new writing.ValueTaken(1),
  new writing.UnexpectedVersion('nothing'),
  new writing.VersionRequired(),
  new writing.IdempotencyKeyReused(),
  new writing.OutcomeUnknown(),
  new writing.TooBusy(),
  new ForgedForm(),
  new FormTooLarge(),
];

const classes = [common, http, identity, oauth, writing]
  .flatMap((module) => Object.values<unknown>(module))
  .filter((value) => typeof value === 'function' && value.prototype instanceof common.PublicError)
  .filter((value) => value !== oauth.OAuthError);

describe('a public error', () => {
  it.each(examples.map((error) => [error.constructor.name, error] as const))(
    'has an HTTP status and a code: %s',
    (_, error) => {
      expect(toHttpError(error).status).toBeGreaterThanOrEqual(400);
      expect(toHttpError(error).code).not.toBe('unexpected');
    },
  );

  it('has an example in this test, whichever module defines it', () => {
    const exampleClasses = new Set<unknown>(examples.map((error) => error.constructor));
    expect(classes.filter((value) => !exampleClasses.has(value))).toEqual([]);
  });
});
