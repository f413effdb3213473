/**
 * The SQL condition that a graph `g` of a source is not the working copy of another one. Since release 8.0, a model that is being changed has
 * an unpublished copy with ids of its own, which has no resource instances and no rights. Earlier releases do not have the column.
 * @rule Imports and exports: Which graphs of a database are working copies?
 */
export const liveGraphCondition = `to_jsonb(g) ->> 'source_identifier' is null`;
