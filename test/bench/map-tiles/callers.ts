import {
  closeResources,
  readEverything,
  readNodegroups,
  type BenchCaller,
} from '../search/callers.ts';
import { mapTileModels } from './model.ts';

export const everythingCaller: BenchCaller = { name: 'everything', statements: readEverything };

export const mapTileCallers: readonly BenchCaller[] = [
  everythingCaller,
  {
    name: 'a hundredth by nodegroup',
    statements: readNodegroups(
      mapTileModels.slice(0, 1).flatMap(({ nameId, placeId }) => [nameId, placeId]),
    ),
  },
  { name: 'a hundredth by grants', statements: closeResources(100) },
];
