import { createHash, pbkdf2Sync } from 'node:crypto';

import { rawSql } from '../../lib/data-api/sql.ts';
import type { Gateway } from '../gateway/emulator/gateway.ts';
import { createTestAccount, deactivateTestAccount, postForm } from '../support/accounts.ts';
import type { TestStack } from '../support/stack.ts';
import type { Figure } from './figure.ts';
import { quantile } from './load.ts';

// Measures whether the time of a refused sign-in reveals that an account exists. For an unknown name the service checks the hash of an
// existing account, its neighbour: the next account in the order of the MD5 of the names. So an unknown name is compared with accounts
// whose hashes are of the same kind as the hash of its neighbour.

const runs = 200;
const warmUpRuns = 5;
const accountsOfEachKind = 20;

/** Usernames with which sign-ins should take the same time. */
type Names = readonly string[];

/** Measures refused sign-ins, alternately with unknown names and with names of accounts. */
export async function benchRefusals(
  stack: TestStack,
  gateway: Gateway,
  clientId: string,
  kind: string,
): Promise<readonly Figure[]> {
  const groups = await createNameGroups(stack);
  const times = new Map(Object.keys(groups).map((name) => [name, [] as number[]]));
  let address = 0;
  for (let run = -warmUpRuns; run < runs; run += 1) {
    for (const [group, names] of rotate(Object.entries(groups), run)) {
      address += 1;
      const name = names[Math.abs(run) % names.length] ?? '';
      const milliseconds = await measureRefusal(gateway, clientId, name, address);
      if (run >= 0) times.get(group)?.push(milliseconds);
    }
  }
  const timesOf = (group: string): readonly number[] => times.get(group) ?? [];
  const ownGroup = 'a wrong password';
  const importedGroup = 'a wrong password, hashed by Django';
  return [
    ...toFigures(
      `401 of an unknown name, ${kind}`,
      timesOf('unknown'),
      ownGroup,
      timesOf(ownGroup),
    ),
    ...toFigures(
      `401 of a deactivated account, ${kind}`,
      timesOf('deactivated'),
      ownGroup,
      timesOf(ownGroup),
    ),
    ...toFigures(
      `401 of an unknown name, Django's hash, ${kind}`,
      timesOf('unknown, imported'),
      importedGroup,
      timesOf(importedGroup),
    ),
  ];
}

async function createNameGroups(stack: TestStack): Promise<Readonly<Record<string, Names>>> {
  const numbers = Array.from({ length: accountsOfEachKind }, (_, index) => index);
  const ownNames = numbers.map((number) => `own ${number}`);
  const importedNames = numbers.map((number) => `imported ${number}`);
  const passwordHash = createDjangoHash();
  for (const name of ownNames) await createTestAccount({ stack }, name);
  for (const name of importedNames) await createTestAccount({ stack }, name, { passwordHash });
  await deactivateTestAccount({ stack }, await createTestAccount({ stack }, 'deactivated'));
  const hasImportedNeighbour = await readImportedNeighbours(stack);
  const unknownNames = Array.from(
    { length: 20 * accountsOfEachKind },
    (_, index) => `nobody ${index}`,
  );
  return {
    unknown: unknownNames.filter((name) => !hasImportedNeighbour(name)),
    'a wrong password': ownNames,
    deactivated: ['deactivated'],
    'unknown, imported': unknownNames.filter(hasImportedNeighbour),
    'a wrong password, hashed by Django': importedNames,
  };
}

/** A hash in the format of Django 3.2. */
function createDjangoHash(): string {
  const [iterations, salt] = [260_000, 'bench'];
  const tag = pbkdf2Sync('a password', salt, iterations, 32, 'sha256').toString('base64');
  return `pbkdf2_sha256$${iterations}$${salt}$${tag}`;
}

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

/** @returns a function that finds whether the neighbour of an unknown name has a hash of Django */
async function readImportedNeighbours(stack: TestStack): Promise<(name: string) => boolean> {
  const rows = await stack.dataApi.read(
    rawSql(`select a.username, a.password_hash like 'pbkdf2%'
from account a
where a.password_hash is not null`),
  );
  const accounts = rows
    .map(([name, isImported]) => ({ key: md5(String(name)), isImported: isImported === true }))
    .toSorted((first, second) => (first.key < second.key ? -1 : 1));
  return (name) => {
    const next = accounts.find(({ key }) => key >= md5(name)) ?? accounts[0];
    return next?.isImported ?? false;
  };
}

/** Rotates a list, so that the groups are not always measured in the same order. */
function rotate<Value>(values: readonly Value[], by: number): readonly Value[] {
  const start = Math.abs(by) % values.length;
  return [...values.slice(start), ...values.slice(0, start)];
}

/** Measures the milliseconds until a sign-in is refused. Each sign-in has another source address, so that none is throttled. */
async function measureRefusal(
  gateway: Gateway,
  clientId: string,
  username: string,
  address: number,
): Promise<number> {
  const fetchFromGateway = (path: string, init?: RequestInit): Promise<Response> =>
    gateway.fetch(new Request(`http://localhost:3000${path}`, init));
  const fields = {
    grant_type: 'password',
    username,
    password: 'a wrong password',
    client_id: clientId,
  };
  const sourceAddress = `10.0.${Math.floor(address / 250)}.${address % 250}`;
  const start = performance.now();
  const { status } = await postForm({ fetch: fetchFromGateway }, '/o/token', fields, {
    'x-emulated-address': sourceAddress,
  });
  if (status !== 401) throw new Error(`${username} was answered ${status}.`);
  return performance.now() - start;
}

function toFigures(
  subject: string,
  times: readonly number[],
  peer: string,
  peerTimes: readonly number[],
): readonly Figure[] {
  const quantiles = { 'lower quartile': 0.25, median: 0.5, 'upper quartile': 0.75 };
  return Object.entries(quantiles).map(([measure, part]) => ({
    subject,
    measure,
    value: quantile(times, part),
    unit: 'ms',
    beside: { name: peer, value: quantile(peerTimes, part) },
  }));
}
