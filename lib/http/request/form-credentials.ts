import { WrongCredentials } from '../../identity/errors.ts';
import type { Credentials } from '../../identity/sign-in.ts';
import { MalformedForm } from '../errors/errors.ts';
import { fieldOf, parseForm } from './form.ts';

/**
 * The username and password of a form, as the operations under /auth/ take them.
 * @throws WrongCredentials when either is missing, came twice, or the body is no form
 * @throws NotUtf8
 */
export function formCredentials(
  body: string | undefined,
  contentType: string | undefined,
): Credentials {
  if (body === undefined) throw new WrongCredentials(howToSend);
  try {
    const fields = parseForm(body, contentType);
    const name = fieldOf(fields, 'username');
    const password = fieldOf(fields, 'password');
    if (name === undefined || password === undefined) throw new WrongCredentials(howToSend);
    return { name, password };
  } catch (error) {
    if (error instanceof MalformedForm) throw new WrongCredentials(error.message);
    throw error;
  }
}

const howToSend = 'Send the fields username and password once each, form-encoded in the body.';
