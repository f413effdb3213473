import { checkToken } from '../../identity/token-check.ts';
import { WrongCredentials } from '../../identity/errors.ts';
import { signIn, type Credentials, type SignedIn } from '../../identity/sign-in.ts';
import type { OperationRequest } from '../operation-handler.ts';
import type { DataHandlerContext } from '../data-handler.ts';
import type { Operation } from '../operation.ts';
import { readSingleField, parseForm, refuseRepeatedFields } from './form.ts';

/** The fields of a sign-in by form. */
export const credentialFields = {
  username: 'A username or an e-mail address.',
  password: 'The password.',
} as const;

/** What is wrong where a client asks for the client id that a deployment does not have. */
export const noClientIdMessage =
  'No client id is configured. Register an application at /o/applications/ and set HDS_CLIENT_ID.';

/**
 * The username and password of a form, as the operations under /auth/ take them.
 * @throws WrongCredentials when either is missing, or nothing was sent
 * @throws InvalidInput when either came twice
 * @throws UnsupportedMediaType, MalformedForm, NotUtf8 when the body is no form that can be read
 */
export function readCredentials(
  body: string | undefined,
  contentType: string | undefined,
): Credentials {
  const fields = parseForm(body, contentType);
  refuseRepeatedFields(fields, ['username', 'password']);
  const name = readSingleField(fields, 'username');
  const password = readSingleField(fields, 'password');
  if (name === undefined || password === undefined) {
    throw new WrongCredentials('Send the fields username and password as a form in the body.');
  }
  return { name, password };
}

/**
 * Signs an account in by the form of a request, which gives it no token.
 * @throws what formCredentials, checkToken and signIn throw
 */
export async function signInWithForm(
  {
    body,
    header,
    principal,
    sourceAddress,
  }: Pick<OperationRequest<Operation, unknown>, 'body' | 'header' | 'principal' | 'sourceAddress'>,
  { data, log }: DataHandlerContext,
): Promise<SignedIn> {
  const credentials = readCredentials(body, header('content-type'));
  await checkToken(data, principal);
  return signIn({ data, log }, credentials, { sourceAddress, clientId: null }, { kind: 'nothing' });
}
