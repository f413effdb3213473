import * as z from 'zod';

import { nodeColumns } from '../../serializers/graphs/columns.ts';
import { rowSchema } from './graphs.ts';

/** Rows of nodes as existing clients know them. */
export const nodeRows = z.array(
  rowSchema(nodeColumns)
    .extend({ resourcemodelname: z.unknown().meta({ description: 'The name of its model.' }) })
    .meta({ id: 'ListedNode', description: 'A node with the name of its resource model.' }),
);
