import type { Command } from 'commander';

import { runQuery } from '../../../lib/data-api/query.ts';
import { parsePrivateJwk } from '../../../lib/identity/signing-key.ts';
import {
  listPublicSigningKeys,
  removeSigningKey,
} from '../../../lib/queries/tokens/signing-keys.ts';
import { rotateSigningKey } from '../signing-keys.ts';
import { CommandError } from '../command-error.ts';
import type { Connection, SigningKeySecret } from '../connection.ts';
import { defineCommand, defineCommandGroup, withDatabaseAction } from '../run-command.ts';

/** `hds signing-key …`: the keys that sign access tokens. */
export function signingKeyCommand(): Command {
  return defineCommandGroup('signing-key', 'the keys that access tokens are signed with', [
    withDatabaseAction(
      defineCommand(
        'rotate',
        'create a new key and sign with it; tokens of earlier keys stay valid',
      ),
      rotateKey,
    ),
    withDatabaseAction(defineCommand('list', 'the public keys, newest first'), listKeys),
    withDatabaseAction(
      defineCommand(
        'remove',
        'remove a key that others may know: its tokens become invalid',
      ).argument('<key>', 'the id of the key'),
      removeKey,
    ),
  ]);
}

const signingKeyRefusedError = (message: string): CommandError =>
  new CommandError('signing_key_refused', message);

function requireSigningKeySecret({ signingKeySecret }: Connection): SigningKeySecret {
  if (signingKeySecret !== undefined) return signingKeySecret;
  throw signingKeyRefusedError(
    'HDS_CLUSTER_ARN is set, so HDS_SIGNING_KEY_SECRET must be set too: the ARN of the secret with the signing key.',
  );
}

async function rotateKey(connection: Connection): Promise<readonly string[]> {
  const keyId = await rotateSigningKey({
    ...requireSigningKeySecret(connection),
    dataApi: connection.service,
  });
  return [
    `Access tokens are signed with ${keyId} from now on. All functions use it within five minutes.`,
    'Tokens of earlier keys stay valid until they expire.',
  ];
}

async function listKeys(connection: Connection): Promise<readonly string[]> {
  const currentKeyId = await readCurrentKeyId(connection);
  const keys = await runQuery(connection.service.read, listPublicSigningKeys());
  if (keys.length === 0) return ['There is no key. To create one: hds signing-key rotate'];
  return keys.map(
    ({ keyId, createdAt }) => `${keyId} ${createdAt}${keyId === currentKeyId ? ' (in use)' : ''}`,
  );
}

async function readCurrentKeyId(connection: Connection): Promise<string | undefined> {
  const { secrets, secretId } = requireSigningKeySecret(connection);
  return parsePrivateJwk(await secrets.read(secretId))?.kid;
}

async function removeKey(connection: Connection, keyId: string): Promise<readonly string[]> {
  if ((await readCurrentKeyId(connection)) === keyId) {
    throw signingKeyRefusedError(
      'This is the key that tokens are signed with. Create a new one first: hds signing-key rotate',
    );
  }
  if (!(await runQuery(connection.service.write, removeSigningKey(keyId)))) {
    throw signingKeyRefusedError(`There is no key ${keyId}. See: hds signing-key list`);
  }
  return [
    `${keyId} is removed: its tokens are invalid.`,
    'If the last rotation was less than five minutes ago, some functions still sign with it: their new tokens are refused.',
  ];
}
