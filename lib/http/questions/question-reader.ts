import type { Settings } from '../../settings.ts';
import type { DataHandlerContext } from '../data-handler.ts';

/** What reads the nodes and concepts of a question. */
export type QuestionReader = Pick<DataHandlerContext, 'read'>;

/** The settings that tell what conditions mean. */
export type ConditionSettings = Pick<Settings, 'areGridReferencesRead' | 'datingNodes'>;

/** What reads conditions as they are sent. */
export type ConditionReader = QuestionReader & { readonly settings: ConditionSettings };
