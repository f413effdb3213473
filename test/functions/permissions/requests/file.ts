import { unknownId } from '../../../support/world/sentinels.ts';
import { rotate, type ChooseRequests, type RequestsByOperation } from '../walk-request.ts';
import { notVisibleAnswer } from './resource.ts';

/** GET /files/{file_id}: no id of a world is that of a file. test/functions/files has worlds with files. */
const fileRequests: ChooseRequests = (world, turn) =>
  rotate(world.resources, turn, 1).map(({ id }) => ({
    path: `/files/${id}`,
    expected: (access) => notVisibleAnswer(access, `/files/${unknownId}`),
  }));

export const requests: RequestsByOperation = { 'get-file': fileRequests };
