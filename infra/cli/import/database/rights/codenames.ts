import type { Right } from './right-sets.ts';

/** The rights that the prefixes of codenames stand for, such as `read_nodegroup`. `view` and `change` are those of resource instances. */
const rightsByPrefix: ReadonlyMap<string, Right> = new Map([
  ['read', 'read'],
  ['write', 'write'],
  ['delete', 'delete'],
  ['view', 'read'],
  ['change', 'write'],
]);

/** Returns the right that a codename stands for, or undefined if it gives none. */
export function rightOfCodename(codename: string): Right | undefined {
  return rightsByPrefix.get(codename.split('_')[0] ?? '');
}

/** Returns whether a codename denies all access to its object. */
export function deniesAccess(codename: string): boolean {
  return codename.startsWith('no_access_');
}
