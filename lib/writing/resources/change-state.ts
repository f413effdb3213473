import { randomUUID } from 'node:crypto';

import type { DataApi } from '../../data-api/client.ts';
import { mapQuery, runQuery } from '../../data-api/query.ts';
import { InvalidInput, NotAllowed, NotFound } from '../../errors.ts';
import type { AccountPrincipal } from '../../model/accounts/principal.ts';
import type { ResourceId } from '../../model/ids.ts';
import { lockResource } from '../../queries/resources/lock-resource.ts';
import {
  findStateSource,
  writeState,
  type StateSource,
} from '../../queries/resources/state-to-change.ts';
import type { ChangeId } from '../../queries/resources/change-stored-condition.ts';
import { readDecideWrite, type Decision } from '../read-decide-write.ts';
import { checkVersion, type ExpectedVersion } from '../expected-version.ts';
import type { StatementOutcome } from '../execute.ts';
import { resourceNotFoundMessage } from './change-target.ts';

type StateChangeRequest = {
  readonly principal: AccountPrincipal;
  readonly resourceId: ResourceId;
  /** The id of the new state, in lower case. */
  readonly stateId: string;
  readonly expected: ExpectedVersion;
};

/** The states of the life cycle, and the ids of the state before and after the change. */
type StateChanged = Pick<StateSource, 'states'> & {
  readonly before: string | null;
  readonly after: string;
};

/**
 * Changes the state of a resource instance, in two Data API calls. Only reviewers may do so, to any state of the life cycle, and only where
 * they may change the resource instance or would, if its present state did not forbid it.
 * @rule Permissions: Who may change the state of a resource instance?
 * @throws NotFound, NotAllowed, InvalidInput, UnexpectedVersion, VersionRequired, and the errors of readDecideWrite
 */
export async function changeState(
  dataApi: DataApi,
  request: StateChangeRequest,
): Promise<StateChanged> {
  const { principal, resourceId } = request;
  return readDecideWrite(dataApi, {
    lookup: { resourceId, transactionId: randomUUID() },
    lock: lockResource,
    read: (reader, current: ChangeId) =>
      runQuery(reader.read, findStateSource(principal.accountId, current)),
    decide: (source, lookup) => decide(source, request, lookup),
  });
}

function decide(
  source: StateSource,
  { principal, resourceId, stateId, expected }: StateChangeRequest,
  { transactionId }: ChangeId,
): Decision<ChangeId, StateChanged> {
  const { states, version } = source;
  if (!source.canView || version === null) throw new NotFound(resourceNotFoundMessage);
  if (!source.isReviewer || !source.canChangeInSomeState)
    throw new NotAllowed(
      'Your account may see this resource instance, but not change its state. Ask a reviewer to change it.',
    );
  if (!states.some((state) => state.life_cycle_state_id === stateId))
    throw new InvalidInput([
      { in: 'body', pointer: '', code: 'invalid', detail: listStates(states) },
    ]);
  checkVersion(expected, source.visibleVersion ?? undefined);
  const result = { states, before: source.stateId, after: stateId };
  if (source.stateId === stateId) return { kind: 'done', result };
  const writer = { caller: principal.accountId, transactionId };
  const statement = mapQuery(
    writeState({ resourceId, version, stateId }, writer),
    (isStored): StatementOutcome => ({ kind: isStored ? 'stored' : 'conflict' }),
  );
  return {
    kind: 'store',
    result,
    execution: {
      statement,
      inTransaction: async ({ execute }) => (await runQuery(execute, statement)).kind,
    },
  };
}

function listStates(states: StateSource['states']): string {
  if (states.length === 0) return 'The model of this resource instance has no life cycle.';
  const ids = states.map((state) => state.life_cycle_state_id).join(', ');
  return `The life cycle of this resource instance has no such state. Send the id of one of its states: ${ids}.`;
}
