import {
  repeatedMemberCode,
  type RepeatedMember,
  type RepeatedMembersError,
} from '../../../lib/json/repeated-members.ts';
import type { Problem } from '../../../lib/model/problem.ts';
import { FileFormatError } from './file-error.ts';
import { importError } from './import-problems.ts';

/** Makes the problems of repeated members. @param pointer to the JSON in its file */
export function makeRepeatedMemberProblems(
  members: readonly RepeatedMember[],
  record?: string,
  pointer = '',
): readonly Problem[] {
  return members.map((member) =>
    importError(repeatedMemberCode, member.message, { pointer: pointer + member.pointer, record }),
  );
}

/**
 * Assigns the repeated members of a file to its records.
 * @rule Imports and exports: Which record of a file is left out because of a member that occurs twice?
 * @param pointers the pointers to all records of the file
 * @returns the repeated members of each record that has some, by the pointer of the record
 * @throws FileFormatError if some are outside of the records, or are too many to be assigned
 */
export function groupRepeatedMembers(
  error: RepeatedMembersError | undefined,
  pointers: readonly string[],
): ReadonlyMap<string, readonly RepeatedMember[]> {
  if (error === undefined) return new Map();
  const { members, count } = error;
  const groups = Map.groupBy(members, (member) =>
    pointers.find((pointer) => member.pointer.startsWith(`${pointer}/`)),
  );
  const [outside] = groups.get(undefined) ?? [];
  if (outside !== undefined || count > members.length)
    throw makeRepeatedMembersFileError(outside ?? members[0], error);
  return new Map([...groups].map(([pointer = '', group]) => [pointer, group]));
}

/** Makes the error of a file that is left out because of a repeated member. */
export function makeRepeatedMembersFileError(
  member: RepeatedMember | undefined,
  error: RepeatedMembersError,
): FileFormatError {
  const { message, pointer } = member ?? { message: error.message, pointer: '' };
  return new FileFormatError(repeatedMemberCode, message, { pointer }, { cause: error });
}
