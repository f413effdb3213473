import { createHash, pbkdf2Sync } from 'node:crypto';

import { rawSql } from '../../lib/data-api/sql.ts';
import type { Gateway } from '../gateway/emulator/gateway.ts';
import { createTestAccount, deactivateTestAccount, postForm } from '../support/accounts.ts';
import type { TestStack } from '../support/stack.ts';
import type { Figure } from './figure.ts';
import { quantile } from './load.ts';

// Measures whether the time of a refused sign-in reveals that an account exists. For an unknown name the service checks the hash of
// another account, the next one by the MD5 of the names. So unknown names are compared with accounts of the same kind of hash.

const runs = 200;
const warmingUp = 5;
const accountsOfAKind = 20;

/** Names with which sign-ins should take the same time. */
type Names = readonly string[];

/** Measures refused sign-ins alternately: with unknown names, and with names of accounts. */
export async function benchRefusals(
  stack: TestStack,
  gateway: Gateway,
  clientId: string,
  kind: string,
): Promise<readonly Figure[]> {
  const groups = await groupsOf(stack);
  const times = new Map(Object.keys(groups).map((name) => [name, [] as number[]]));
  let address = 0;
  for (let run = -warmingUp; run < runs; run += 1) {
    for (const [group, names] of rotated(Object.entries(groups), run)) {
      address += 1;
      const name = names[Math.abs(run) % names.length] ?? '';
      const milliseconds = await refusalTime(gateway, clientId, name, address);
      if (run >= 0) times.get(group)?.push(milliseconds);
    }
  }
  const of = (group: string): readonly number[] => times.get(group) ?? [];
  const own = 'a wrong password';
  const imported = 'a wrong password, hashed by Django';
  return [
    ...figuresOf(`401 of an unknown name, ${kind}`, of('unknown'), own, of(own)),
    ...figuresOf(`401 of a deactivated account, ${kind}`, of('deactivated'), own, of(own)),
    ...figuresOf(
      `401 of an unknown name, Django's hash, ${kind}`,
      of('unknown, imported'),
      imported,
      of(imported),
    ),
  ];
}

async function groupsOf(stack: TestStack): Promise<Readonly<Record<string, Names>>> {
  const numbers = Array.from({ length: accountsOfAKind }, (_, index) => index);
  const own = numbers.map((number) => `own ${number}`);
  const imported = numbers.map((number) => `imported ${number}`);
  const passwordHash = djangoHash();
  for (const name of own) await createTestAccount({ stack }, name);
  for (const name of imported) await createTestAccount({ stack }, name, { passwordHash });
  await deactivateTestAccount({ stack }, await createTestAccount({ stack }, 'deactivated'));
  const isImported = await neighbours(stack);
  const unknown = Array.from({ length: 20 * accountsOfAKind }, (_, index) => `nobody ${index}`);
  return {
    unknown: unknown.filter((name) => !isImported(name)),
    'a wrong password': own,
    deactivated: ['deactivated'],
    'unknown, imported': unknown.filter(isImported),
    'a wrong password, hashed by Django': imported,
  };
}

/** A hash in the format of Django 3.2. */
function djangoHash(): string {
  const [iterations, salt] = [260_000, 'bench'];
  const tag = pbkdf2Sync('a password', salt, iterations, 32, 'sha256').toString('base64');
  return `pbkdf2_sha256$${iterations}$${salt}$${tag}`;
}

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

/** Whether the hash that is checked for an unknown name is one of Django. */
async function neighbours(stack: TestStack): Promise<(name: string) => boolean> {
  const rows = await stack.data.read(
    rawSql(`select a.username, a.password_hash like 'pbkdf2%'
from account a
where a.password_hash is not null`),
  );
  const accounts = rows
    .map(([name, isImported]) => ({ key: md5(String(name)), isImported: isImported === true }))
    .toSorted((one, other) => (one.key < other.key ? -1 : 1));
  return (name) => {
    const next = accounts.find(({ key }) => key >= md5(name)) ?? accounts[0];
    return next?.isImported ?? false;
  };
}

/** Rotates the order, so that no work always follows the same one. */
function rotated<Value>(values: readonly Value[], by: number): readonly Value[] {
  const start = Math.abs(by) % values.length;
  return [...values.slice(start), ...values.slice(0, start)];
}

/** The milliseconds until a sign-in is refused. Each has a different source address, so that none is throttled. */
async function refusalTime(
  gateway: Gateway,
  clientId: string,
  username: string,
  address: number,
): Promise<number> {
  const get = (path: string, init?: RequestInit): Promise<Response> =>
    gateway.fetch(new Request(`http://localhost:3000${path}`, init));
  const fields = {
    grant_type: 'password',
    username,
    password: 'a wrong password',
    client_id: clientId,
  };
  const from = `10.0.${Math.floor(address / 250)}.${address % 250}`;
  const start = performance.now();
  const { status } = await postForm({ fetch: get }, '/o/token', fields, {
    'x-emulated-address': from,
  });
  if (status !== 401) throw new Error(`${username} was answered ${status}.`);
  return performance.now() - start;
}

function figuresOf(
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
