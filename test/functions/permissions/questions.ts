import { conceptQuestions } from './concept-questions.ts';
import { featureQuestions } from './feature-questions.ts';
import { listQuestions } from './list-questions.ts';
import type { Asking } from './question.ts';
import { resourceQuestions } from './resource-questions.ts';

/** What is asked of each reading route, by the id of its operation. */
export const questions: Readonly<Record<string, Asking>> = {
  'list-resources': listQuestions,
  'get-resource': resourceQuestions,
  'get-geojson': featureQuestions,
  'get-concept': conceptQuestions,
};
