import { WrongCredentials } from '../../identity/errors.ts';
import type { Credentials } from '../../identity/sign-in.ts';
import { fieldOf, parseForm, refuseRepeated } from './form.ts';

/**
 * The username and password of a form, as the operations under /auth/ take them.
 * @throws WrongCredentials when either is missing, or nothing was sent
 * @throws InvalidInput when either came twice
 * @throws UnsupportedMediaType, MalformedForm, NotUtf8 when the body is no form that can be read
 */
export function formCredentials(
  body: string | undefined,
  contentType: string | undefined,
): Credentials {
  const fields = parseForm(body, contentType);
  refuseRepeated(fields, ['username', 'password']);
  const name = fieldOf(fields, 'username');
  const password = fieldOf(fields, 'password');
  if (name === undefined || password === undefined) {
    throw new WrongCredentials('Send the fields username and password as a form in the body.');
  }
  return { name, password };
}
