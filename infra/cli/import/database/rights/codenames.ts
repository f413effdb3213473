import type { Right } from './right-sets.ts';

/** The names of rights in the source: those on nodegroups, then those on resource instances. */
const rightsByPrefix: ReadonlyMap<string, Right> = new Map([
  ['read', 'read'],
  ['write', 'write'],
  ['delete', 'delete'],
  ['view', 'read'],
  ['change', 'write'],
]);

/** The right that a name stands for; undefined for any other name, which gives none. */
export function rightOfCodename(codename: string): Right | undefined {
  return rightsByPrefix.get(codename.split('_')[0] ?? '');
}

/** Whether a name denies all access to its object. */
export function isClosing(codename: string): boolean {
  return codename.startsWith('no_access_');
}
