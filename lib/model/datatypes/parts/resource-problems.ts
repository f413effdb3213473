import type { DatatypeNode, ValidateContext, ValueProblem } from '../datatype.ts';
import { emptyAsNull } from './list-value.ts';
import { referencedResource } from './resource-ids.ts';
import { asList, isObject } from './values.ts';

/**
 * Everything that is wrong with references to resource instances: what is no id, and a resource instance of a model to which
 * the node may not refer. One that is not there yet is right.
 */
export function resourceProblems(
  value: unknown,
  node: DatatypeNode,
  context: ValidateContext,
): readonly ValueProblem[] {
  if (emptyAsNull(value) === null) return [];
  if (!Array.isArray(value)) return elementProblems(value, '', node, context);
  return value.flatMap((element, index) => elementProblems(element, `/${index}`, node, context));
}

function elementProblems(
  element: unknown,
  pointer: string,
  { config }: DatatypeNode,
  { resource }: ValidateContext,
): readonly ValueProblem[] {
  const place = isObject(element) ? `${pointer}/resourceId` : pointer;
  const id = referencedResource(element);
  if (id === undefined) {
    const message = 'This is no reference: give {"resourceId": the id of a resource instance}.';
    return [{ code: 'not_resource_id', pointer: place, message }];
  }
  const graphIds = asList(config['graphs']).flatMap(graphIdOf);
  const graphId = resource(id)?.graphId.toLowerCase();
  if (graphId === undefined || graphIds.length === 0 || graphIds.includes(graphId)) return [];
  const message = `Resource instance ${id} belongs to model ${graphId}: this node refers to ${graphIds.join(', ')} only.`;
  return [{ code: 'resource_of_other_graph', pointer: place, message }];
}

function graphIdOf(entry: unknown): readonly string[] {
  const id = isObject(entry) ? entry['graphid'] : undefined;
  return typeof id === 'string' ? [id.toLowerCase()] : [];
}
