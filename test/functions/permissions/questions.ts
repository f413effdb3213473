import { conceptQuestions } from './concept-questions.ts';
import { featureQuestions } from './feature-questions.ts';
import { graphListQuestions, graphQuestions } from './graph-questions.ts';
import { historyQuestions } from './history-questions.ts';
import { listQuestions } from './list-questions.ts';
import { nodeListQuestions, nodeQuestions } from './node-questions.ts';
import { permissionQuestions } from './permission-questions.ts';
import type { Asking } from './question.ts';
import { rdfQuestions } from './rdf-questions.ts';
import { resourceQuestions } from './resource-questions.ts';
import { tileNodeQuestions, tileQuestions } from './tile-questions.ts';
import { userQuestions } from './user-questions.ts';

/** What is asked of each reading route, by the id of its operation. */
export const questions: Readonly<Record<string, Asking>> = {
  'list-resources': listQuestions,
  'get-resource': (world, turn) => [
    ...resourceQuestions(world, turn),
    ...rdfQuestions(world, turn),
  ],
  'get-resource-history': historyQuestions,
  'get-geojson': featureQuestions,
  'get-concept': conceptQuestions,
  'list-graphs': graphListQuestions,
  'get-graph': graphQuestions,
  'list-nodes': nodeListQuestions,
  'get-node': nodeQuestions,
  'get-tile': tileQuestions,
  'see-tile-node': tileNodeQuestions,
  'get-instance-permissions': permissionQuestions,
  'get-user': userQuestions,
};
