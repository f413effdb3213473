import { nilUuid } from '../../../lib/model/ids.ts';
import { multipartForm } from '../../support/multipart.ts';
import type { ExpectedResult, RouteExpectation } from './route-table.ts';
import type { TokenKind } from './caller.ts';

type Results = {
  /** The results of a writing route. */
  readonly writing: Readonly<Record<TokenKind, ExpectedResult>>;
  readonly forbidden: ExpectedResult;
  readonly notFound: ExpectedResult;
  readonly missingScope: ExpectedResult;
};

/** How to request the routes that take files, and their answers. */
export function uploadRoutes({
  writing,
  forbidden,
  notFound,
  missingScope,
}: Results): Readonly<Record<string, Omit<RouteExpectation, 'path'>>> {
  const announced = { status: 201, challenge: null, containsData: false, calls: 2 };
  return {
    'announce-file': {
      body: JSON.stringify({ name: 'mill.jpg', type: 'image/jpeg', size: 1 }),
      expected: { ...writing, 'a token that may read nothing': forbidden },
      exceptions: {
        editor: announced,
        administrator: announced,
        'reader, scope read': missingScope,
      },
    },
    'store-image': {
      ...multipartForm({ tileid: nilUuid, nodeid: nilUuid, file_id: nilUuid }),
      expected: {
        ...writing,
        'a token for writing only': notFound,
        'a token that may read everything': notFound,
      },
      exceptions: { 'reader, scope read': missingScope },
    },
  };
}
