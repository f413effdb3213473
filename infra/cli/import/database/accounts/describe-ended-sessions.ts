import type { EndedSessions } from '../../../accounts/queries/ended-sessions.ts';
import { pluralize } from '../../../text.ts';

/** Makes the note of a summary about the sessions that an import has ended, if there are any. */
export function describeEndedSessions({ tokens, sessions }: EndedSessions): readonly string[] {
  return tokens + sessions === 0
    ? []
    : [
        `Ended, because the accounts lost rights or have another password: ${pluralize(tokens, 'sign-in')} with tokens, ${pluralize(sessions, 'browser session')}.`,
      ];
}
