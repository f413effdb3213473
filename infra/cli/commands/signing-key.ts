import { Command } from 'commander';

import { readPrivateJwk } from '../../../lib/identity/signing-key.ts';
import { runQuery } from '../../../lib/data-api/query.ts';
import {
  listPublicSigningKeys,
  removeSigningKey,
} from '../../../lib/queries/tokens/signing-keys.ts';
import { rotateSigningKey } from '../../signing-keys.ts';
import type { Connection, SigningKeySecret } from '../connection.ts';
import { print, withConnection, type GlobalOptions } from '../run-command.ts';

/** The secret with the private key is not known, or the key cannot be taken away. */
export class SigningKeyRefused extends Error {
  readonly code = 'signing_key_refused';
}

/** `hds signing-key …`: the keys that access tokens are signed with. */
export function signingKeyCommand(): Command {
  return new Command('signing-key')
    .description('the keys that access tokens are signed with')
    .addCommand(
      work('rotate', 'make a new key to sign with; tokens of earlier keys stay good', rotate),
    )
    .addCommand(work('list', 'the public keys, the newest first', list))
    .addCommand(
      new Command('remove')
        .description('take away a key that others may know: its tokens are no longer good')
        .argument('<key>', 'the id of the key')
        .action(async (keyId: string, _own: unknown, command: Command) => {
          await withConnection(command.optsWithGlobals<GlobalOptions>(), async (connection) => {
            print(await remove(connection, keyId));
          });
        }),
    );
}

function work(
  name: string,
  description: string,
  lines: (connection: Connection) => Promise<readonly string[]>,
): Command {
  return new Command(name)
    .description(description)
    .action(async (_own: unknown, command: Command) => {
      await withConnection(command.optsWithGlobals<GlobalOptions>(), async (connection) => {
        print(await lines(connection));
      });
    });
}

function secretOf({ signingKeySecret }: Connection): SigningKeySecret {
  if (signingKeySecret !== undefined) return signingKeySecret;
  throw new SigningKeyRefused(
    'HDS_CLUSTER_ARN is set: HDS_SIGNING_KEY_SECRET is needed with it, the ARN of the secret with the key.',
  );
}

async function rotate(connection: Connection): Promise<readonly string[]> {
  const keyId = await rotateSigningKey({ ...secretOf(connection), data: connection.service });
  return [
    `Access tokens are signed with ${keyId} from now on, within five minutes everywhere.`,
    'Earlier keys stay known until their tokens have expired.',
  ];
}

async function list(connection: Connection): Promise<readonly string[]> {
  const current = await currentKeyId(connection);
  const keys = await runQuery(connection.service.read, listPublicSigningKeys());
  if (keys.length === 0) return ['There is no key. Make one with: hds signing-key rotate'];
  return keys.map(({ keyId, createdAt }) =>
    keyId === current ? `${keyId} ${createdAt} signs` : `${keyId} ${createdAt}`,
  );
}

async function currentKeyId(connection: Connection): Promise<string | undefined> {
  const { secrets, secretId } = secretOf(connection);
  return readPrivateJwk(await secrets.read(secretId))?.kid;
}

async function remove(connection: Connection, keyId: string): Promise<readonly string[]> {
  if ((await currentKeyId(connection)) === keyId) {
    throw new SigningKeyRefused(
      'This is the key that tokens are signed with. Make another one first: hds signing-key rotate',
    );
  }
  if (!(await runQuery(connection.service.write, removeSigningKey(keyId)))) {
    throw new SigningKeyRefused(`There is no key ${keyId}. See: hds signing-key list`);
  }
  return [
    `${keyId} is taken away: its tokens are no longer good.`,
    'Functions that still sign with it, for five minutes after a rotation, give out tokens that are refused.',
  ];
}
