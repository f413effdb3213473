import {
  clientTypes,
  findTokenObstacle,
  grantTypes,
  type Application,
  type ClientType,
  type GrantType,
  type TokenObstacle,
} from '../../model/accounts/application.ts';
import type { FieldChoice } from '../layout/fields.ts';
import type { Words } from '../words/words.ts';

export const clientTypeName = (type: ClientType, words: Words): string =>
  words.text(`client-type.${type}`);

export const grantTypeName = (type: GrantType, words: Words): string =>
  words.text(`grant-type.${type}`);

/** The client types (RFC 6749, section 2.1), the usual one first. */
export const clientTypeChoices = (words: Words): readonly FieldChoice[] =>
  clientTypes.map((type) => ({
    value: type,
    label: clientTypeName(type, words),
    hint: words.text(`client-type.${type}.hint`),
  }));

/** The grant types, the usual one first. */
export const grantTypeChoices = (words: Words): readonly FieldChoice[] =>
  grantTypes.map((type) => ({
    value: type,
    label: grantTypeName(type, words),
    hint: words.text(`grant-type.${type}.hint`),
  }));

const obstacleKeys = {
  'unserved grant': 'application.unserved-grant',
  'confidential with password': 'application.confidential-with-password',
} as const satisfies Readonly<Record<TokenObstacle, string>>;

/** Returns a warning if an application cannot get tokens with its client type and grant type. */
export function applicationWarning(
  application: Pick<Application, 'clientType' | 'grantType'>,
  words: Words,
): string | undefined {
  const obstacle = findTokenObstacle(application);
  return obstacle === undefined ? undefined : words.text(obstacleKeys[obstacle]);
}
