import { openTestStack } from '../support/stack.ts';
import { addSample, findBenchData } from './data.ts';
import { benchConceptTrees } from './concept-trees.ts';
import { benchEndpoints } from './endpoints.ts';
import { benchHistory } from './history.ts';
import { benchImport } from './import.ts';
import { benchLargeResource } from './large-resource.ts';
import { benchNames } from './names.ts';
import { benchRepresentationRequests } from './representation-requests.ts';
import { benchTokens } from './tokens.ts';
import { benchWrites } from './writes.ts';
import { silenceLog } from './silence-log.ts';

// Measures on one kind of database, in a separate process, because the functions read their settings only once in a process.
// It writes its figures as one line of JSON. The database is native if HDS_DATABASE_URL is set.

const kind = process.argv[2] ?? 'embedded';
const stack = await openTestStack();
silenceLog();
try {
  const data = await findBenchData();
  const figures = [
    ...(await benchImport(kind, stack, data)),
    ...(await benchEndpoints(stack, kind)),
    ...(await benchTokens(stack, kind)),
  ];
  // Figures of the sample need the sample. The large resource instance comes last, because it would change the others.
  if (data.name !== 'sample') await addSample(stack);
  figures.push(
    ...(await benchRepresentationRequests(stack, kind)),
    ...(await benchWrites(stack, kind)),
    ...(await benchConceptTrees(stack, kind)),
    ...(await benchNames(stack, kind)),
    ...(await benchLargeResource(stack, kind)),
    ...(await benchHistory(stack, kind)),
  );
  process.stdout.write(`${JSON.stringify(figures)}\n`);
} finally {
  await stack.close();
}
process.exit(0);
