import * as descriptions from '../description/descriptions.ts';
import { WrongCredentials } from '../../identity/errors.ts';
import { signIn, type Credentials, type SignedInAccount } from '../../identity/sign-in.ts';
import type { OperationRequest } from '../operation-handler.ts';
import type { DataHandlerContext } from '../data-handler.ts';
import type { Operation } from '../operation.ts';
import { readSingleNonEmptyValue, parseForm, refuseRepeatedFields } from './form.ts';

/** The fields of a sign-in by form. */
export const credentialFields = {
  username: descriptions.username,
  password: descriptions.password,
} as const;

/** The error message if HDS_CLIENT_ID is not set. */
export const noClientIdMessage =
  'No client id is configured. Register an application at /o/applications/ and set HDS_CLIENT_ID.';

/**
 * Reads username and password from the form of an operation under /auth/.
 * @throws WrongCredentials if one is missing
 * @throws InvalidInput if one is repeated
 * @throws UnsupportedMediaType, MalformedForm, NotUtf8
 */
export function readCredentials(
  body: string | undefined,
  contentType: string | undefined,
): Credentials {
  const fields = parseForm(body, contentType);
  refuseRepeatedFields(fields, ['username', 'password']);
  const name = readSingleNonEmptyValue(fields, 'username');
  const password = readSingleNonEmptyValue(fields, 'password');
  if (name === undefined || password === undefined) {
    throw new WrongCredentials('Send the fields username and password as a form in the body.');
  }
  return { name, password };
}

/**
 * Checks the credentials in the form of a request. It issues no token.
 * @rule Sign-in and tokens: How does a form of an operation sign in (`/auth/get_token`)?
 * @throws the errors of readCredentials and signIn
 */
export async function signInWithForm(
  {
    body,
    header,
    sourceAddress,
  }: Pick<OperationRequest<Operation, unknown>, 'body' | 'header' | 'sourceAddress'>,
  { dataApi, log }: DataHandlerContext,
): Promise<SignedInAccount> {
  const credentials = readCredentials(body, header('content-type'));
  return signIn(
    { dataApi, log },
    credentials,
    { sourceAddress, clientId: null },
    { kind: 'nothing' },
  );
}
