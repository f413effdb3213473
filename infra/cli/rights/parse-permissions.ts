import { InvalidArgumentError } from 'commander';

/**
 * Parses a list of permissions, separated by commas; `none` means no permission.
 * @param exclusiveWord a word such as `no_access` that stands alone instead of a list
 * @returns the permissions, or only the exclusive word
 * @throws InvalidArgumentError which lists the invalid names
 */
export function parsePermissions(
  text: string,
  permissions: readonly string[],
  exclusiveWord?: string,
): ReadonlySet<string> {
  if (text === 'none') return new Set();
  if (text === exclusiveWord) return new Set([text]);
  const names = text.split(',').map((name) => name.trim());
  const unknownNames = names.filter((name) => !permissions.includes(name));
  if (unknownNames.length === 0) return new Set(names);
  const exclusiveWords = ['none', ...(exclusiveWord === undefined ? [] : [exclusiveWord])];
  const choices = [...permissions, ...exclusiveWords.map((name) => `or ${name}`)].join(', ');
  throw new InvalidArgumentError(
    unknownNames.every((name) => exclusiveWords.includes(name))
      ? `${unknownNames.join(', ')} cannot be combined with anything else.`
      : `Unknown: ${unknownNames.join(', ')}. Use ${choices}.`,
  );
}
