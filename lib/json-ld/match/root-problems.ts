import type { DocumentProblem } from '../../model/change/document-problem.ts';
import type { IncomingNode } from '../incoming.ts';
import type { Names } from './document/names.ts';
import type { Model } from './model/model.ts';

/**
 * What is wrong with the types of a document: another model than that of the resource instance, or a class that is not that of
 * its root.
 */
export function rootProblems(
  { types, pointer }: IncomingNode,
  { root }: Model,
  graphId: string,
  names: Names,
): readonly DocumentProblem[] {
  return types.flatMap((type) => {
    const model = names.graphId(type);
    if (model !== undefined) return model === graphId ? [] : [otherGraph(type, graphId, pointer)];
    if (root.classIri === null || type === root.classIri) return [];
    const message = `${type} is not the class of resource instances of this model: write ${root.classIri}, or leave the type out.`;
    return [{ code: 'class_mismatch', pointer, message }];
  });
}

function otherGraph(type: string, graphId: string, pointer: string): DocumentProblem {
  const message = `${type} is another model than that of this resource instance, ${graphId}: write the document in terms of this one.`;
  return { code: 'other_graph', pointer, message };
}
