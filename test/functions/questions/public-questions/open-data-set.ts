import * as z from 'zod';

import { manyRows, runQuery } from '../../../../lib/data-api/query.ts';
import { rawSql } from '../../../../lib/data-api/sql.ts';
import { openTestService, type TestService } from '../../../support/service.ts';
import { createWriters, type TestWriter } from '../../writing/writers.ts';
import type { DataSet } from './data-sets.ts';

const nodeSchema = z.object({
  name: z.string(),
  nodeId: z.string(),
  nodegroupId: z.string(),
  /** As people see it. */
  label: z.string(),
  isText: z.boolean(),
});
type ModelNode = z.output<typeof nodeSchema>;

/** A set of real data behind the service, with the ids of what its model names. */
export type OpenDataSet = DataSet & {
  readonly service: TestService;
  readonly administrator: TestWriter;
  readonly graphId: string;
  readonly nodeNamed: (name: string) => ModelNode;
  /** All nodes with values on the card of a node. */
  readonly cardOf: (name: string) => readonly ModelNode[];
  /** The id of a label that values have. */
  readonly valueId: (label: string) => string;
  /** The resource instances `r` of all models that meet a condition in SQL. */
  readonly prove: (condition: string) => Promise<readonly string[]>;
  /** Reads rows of one jsonb value each. */
  readonly readRows: <Row>(statement: string, schema: z.ZodType<Row>) => Promise<readonly Row[]>;
};

/** Opens a set of real data. Everything is looked up by its name. */
export async function openDataSet(set: DataSet): Promise<OpenDataSet> {
  const service = await openTestService(set.content);
  const { administrator } = await createWriters(service);
  const readRows: OpenDataSet['readRows'] = (statement, schema) =>
    runQuery(service.stack.owner.read, manyRows(rawSql(statement), schema));
  const [graphId = ''] = await readRows(
    `select to_jsonb(g.graph_id)::text from graph g where g.name::text like '%"${set.model}"%'`,
    z.string(),
  );
  const nodes = await readRows(
    `select jsonb_build_object(
  'name', n.property_name,
  'nodeId', n.node_id,
  'nodegroupId', n.nodegroup_id,
  'label', coalesce(n.name ->> 'en-US', n.name #>> '{}'),
  'isText', n.datatype = 'string'
)::text
from node n
where n.graph_id = '${graphId}'
  and n.datatype <> 'semantic'
order by n.node_id`,
    nodeSchema,
  );
  const labels = [set.name.kind, set.type, set.otherType, set.second].map(({ value }) => value);
  const values = await readRows(
    `select jsonb_build_object('label', v.value, 'id', v.value_id)::text
from concept_value v
where v.value in (${labels.map((label) => `'${label}'`).join(', ')})
  and exists (select from tile t where t.data::text like '%' || v.value_id || '%')`,
    z.object({ label: z.string(), id: z.string() }),
  );
  const nodeNamed = (name: string): ModelNode => {
    const found = nodes.find((node) => node.name === name);
    if (found === undefined) throw new Error(`${set.model} has no ${name}`);
    return found;
  };
  return {
    ...set,
    service,
    administrator,
    graphId,
    nodeNamed,
    cardOf: (name) =>
      nodes.filter(({ nodegroupId }) => nodegroupId === nodeNamed(name).nodegroupId),
    valueId: (label) => {
      const found = values.find((value) => value.label === label);
      if (found === undefined) throw new Error(`no value is ${label}`);
      return found.id;
    },
    prove: (condition) =>
      readRows(
        `select to_jsonb(r.resource_id)::text
from resource r
where ${condition}
order by r.resource_id`,
        z.string(),
      ),
    readRows,
  };
}
