import type { DataHandlerContext } from '../data-handler.ts';

/** What reads the nodes and concepts of a question. */
export type QuestionReader = Pick<DataHandlerContext, 'read'>;
