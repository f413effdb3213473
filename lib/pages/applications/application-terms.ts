import {
  findTokenObstacle,
  type Application,
  type ClientType,
  type GrantType,
  type TokenObstacle,
} from '../../model/accounts/application.ts';
import type { FieldChoice } from '../layout/fields.ts';

/** The client types (RFC 6749, section 2.1), the usual one first. */
export const clientTypeChoices: readonly (FieldChoice & { readonly value: ClientType })[] = [
  {
    value: 'public',
    label: 'Public',
    hint: 'Runs where its users could read a secret: in a browser, on a phone, on a desktop.',
  },
  {
    value: 'confidential',
    label: 'Confidential',
    hint: 'Runs on a server that can keep a secret. It gets one.',
  },
];

/** The grant types, the usual one first. */
export const grantTypeChoices: readonly (FieldChoice & { readonly value: GrantType })[] = [
  {
    value: 'password',
    label: 'Password',
    hint: 'Its users type their username and password into it. The client type must be public: for a confidential application the token endpoint refuses this grant.',
  },
  {
    value: 'client-credentials',
    label: 'Client credentials',
    hint: 'It acts for itself, with its own account. The client type must be confidential.',
  },
  {
    value: 'authorization-code',
    label: 'Authorization code',
    hint: 'Its users sign in on a page of this service and return to it. You can register it, but the service does not issue tokens for it yet.',
  },
];

export function choiceLabel(choices: readonly FieldChoice[], value: string): string {
  return choices.find((choice) => choice.value === value)?.label ?? value;
}

const obstacleWarnings: Readonly<Record<TokenObstacle, string>> = {
  'unserved grant': 'The service does not issue tokens for authorization codes yet.',
  'confidential with password':
    'The token endpoint refuses the password grant to a confidential application. Edit the application and make it public.',
};

/** Returns a warning if an application cannot get tokens with its client type and grant type. */
export function applicationWarning(
  application: Pick<Application, 'clientType' | 'grantType'>,
): string | undefined {
  const obstacle = findTokenObstacle(application);
  return obstacle === undefined ? undefined : obstacleWarnings[obstacle];
}
