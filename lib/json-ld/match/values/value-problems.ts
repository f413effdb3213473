import type { DocumentProblem } from '../../../model/change/document-problem.ts';
import type { ModelNode } from '../model/model.ts';
import { nameOf } from '../model/names-of-nodes.ts';
import type { ReadValue } from './read-value.ts';

/**
 * What is wrong with a value, each with its place in the document: that of the element, where each was said by itself.
 * @param pointer to what says the value
 */
export function valueProblems(
  read: ReadValue,
  node: ModelNode,
  pointer: string,
): readonly DocumentProblem[] {
  if (read.kind === 'nothing') return [];
  if (read.kind === 'problem') {
    return [{ code: 'unreadable_value', pointer, message: `${nameOf(node)}: ${read.message}` }];
  }
  const isEach = Array.isArray(read.value) && read.value.length === read.said.length;
  return read.problems.map((problem) => {
    const [, position = ''] = problem.pointer.split('/');
    const said = isEach && position !== '' ? read.said[Number(position)] : undefined;
    return {
      code: problem.code,
      pointer: said?.pointer ?? pointer,
      message: `${nameOf(node)}: ${problem.message}`,
    };
  });
}

export function valueOutsideTiles(node: ModelNode, pointer: string): DocumentProblem {
  const message = `${nameOf(node)} belongs to no nodegroup, so no tile can hold a value of it: leave the value out.`;
  return { code: 'value_outside_tiles', pointer, message };
}

export function tooManyValues(node: ModelNode, pointer: string): DocumentProblem {
  const message = `${nameOf(node)} has one value here, and the document gives several that are not one: leave one of them.`;
  return { code: 'too_many_values', pointer, message };
}
