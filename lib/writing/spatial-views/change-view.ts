import { randomUUID } from 'node:crypto';

import type { DataApi } from '../../data-api/client.ts';
import { run } from '../../data-api/query.ts';
import { NotAllowed, NotFound } from '../../errors.ts';
import { asJsonb } from '../../json/as-jsonb.ts';
import {
  fieldProblems,
  saysNodes,
  type FieldProblem,
} from '../../model/spatial-views/field-problems.ts';
import {
  defaultFields,
  isAttributeNode,
  type SentFields,
  type SpatialView,
} from '../../model/spatial-views/spatial-view.ts';
import type { StoredSpatialView } from '../../queries/spatial-views/spatial-view-row.ts';
import { viewToChange, type ViewToChange } from '../../queries/spatial-views/view-to-change.ts';
import { deleteView, insertView, updateView } from '../../queries/spatial-views/write-view.ts';
import { checkVersion, type ExpectedVersion } from '../expected-version.ts';
import { untilStored, type Tried } from '../until-stored.ts';
import { written } from './attempts.ts';
import { invalidFields } from './errors.ts';

/** What is sent of a spatial view, as far as it can be read. */
export type SentView = {
  /** The fields in which nothing is wrong. */
  readonly fields: SentFields;
  /** The ids of the attribute nodes, by their places; null where what was sent is no id. */
  readonly attributeIds: readonly (string | null)[] | undefined;
  /** What is wrong with what was sent, whatever is stored. */
  readonly problems: readonly FieldProblem[];
};

/** Who changes spatial views, and what holds in this instance. */
export type Changing = {
  readonly data: DataApi;
  /** The account that asks. */
  readonly caller: number;
  /** The language of plain texts. */
  readonly language: string;
  /** The coordinate reference system of geometries, by EPSG code. */
  readonly srid: number;
};

/** A spatial view as it is stored. */
export type ChangedView = {
  readonly view: StoredSpatialView;
  /** What is wrong with it, in sentences. */
  readonly problems: readonly string[];
};

/** The fields without which there can be no spatial view, by the names that callers know. */
const needed = {
  geometryNodeId: 'geometrynodeid',
  language: 'language',
  slug: 'slug',
  attributeNodes: 'attributenodes',
} as const;

/**
 * Stores a new spatial view.
 * @throws NotAllowed where the caller may change no spatial view
 * @throws InvalidInput that lists everything wrong, and what untilStored and written throw
 */
export async function createView(changing: Changing, sent: SentView): Promise<ChangedView> {
  const spatialViewId = randomUUID();
  return untilStored(async (isLost) => {
    const source = await readSource(changing, spatialViewId, sent);
    if (isLost && source.stored !== undefined) {
      return { result: { view: source.stored, problems: source.problems } };
    }
    const view = newView(spatialViewId, sent.fields);
    const problems = allProblems(changing, source, sent);
    if (view === undefined || problems.length > 0) throw invalidFields(problems);
    return stored(view, [], await written(changing.data, insertView(view, changing.srid)));
  });
}

/**
 * Changes a spatial view: what is not sent stays as it is.
 * @throws NotAllowed where the caller may change no spatial view
 * @throws NotFound where there is none with the id
 * @throws InvalidInput that lists everything wrong, UnexpectedVersion, VersionNeeded, and what untilStored and written throw
 */
export async function changeView(
  changing: Changing,
  spatialViewId: string,
  sent: SentView,
  expected: ExpectedVersion,
): Promise<ChangedView> {
  return untilStored(async (isLost) => {
    const source = await readSource(changing, spatialViewId, sent);
    const before = storedIn(source);
    const { version, isFilling: _, ...current } = before;
    const view = { ...current, ...sent.fields };
    if (isLost && isSame(current, view)) {
      return { result: { view: before, problems: source.problems } };
    }
    checkVersion(expected, version);
    const problems = allProblems(changing, source, sent);
    if (problems.length > 0) throw invalidFields(problems);
    const query = updateView(view, version, changing.srid);
    // Where nodes were looked at, all of them are there.
    const left = saysNodes({ sent: sent.fields, attributeIds: sent.attributeIds })
      ? []
      : source.problems;
    return stored(view, left, await written(changing.data, query));
  });
}

/**
 * Deletes a spatial view, and its views with it.
 * @throws NotAllowed where the caller may change no spatial view
 * @throws NotFound where there is none with the id
 * @throws UnexpectedVersion, VersionNeeded, and what untilStored and written throw
 */
export async function removeView(
  changing: Changing,
  spatialViewId: string,
  expected: ExpectedVersion,
): Promise<void> {
  await untilStored<true>(async (isLost) => {
    const source = await readSource(changing, spatialViewId);
    if (isLost && source.stored === undefined) return { result: true };
    const { version } = storedIn(source);
    checkVersion(expected, version);
    return written(changing.data, deleteView(spatialViewId, version));
  });
}

const nothingSent: SentView = { fields: {}, attributeIds: undefined, problems: [] };

async function readSource(
  { data, caller }: Changing,
  spatialViewId: string,
  { fields, attributeIds }: SentView = nothingSent,
): Promise<ViewToChange> {
  const source = await run(
    data.read,
    viewToChange(caller, {
      spatialViewId,
      slug: fields.slug,
      schema: fields.schema,
      geometryNodeId: fields.geometryNodeId,
      attributeIds: attributeIds?.filter((id) => id !== null),
    }),
  );
  if (source.mayWrite) return source;
  throw new NotAllowed(
    'Spatial views are for administrators and members of the group Application Administrator to change.',
  );
}

function storedIn({ stored }: ViewToChange): StoredSpatialView {
  if (stored === undefined) throw new NotFound('There is no spatial view with this id.');
  return stored;
}

function newView(spatialViewId: string, fields: SentFields): SpatialView | undefined {
  const { geometryNodeId, language, slug, attributeNodes } = fields;
  if (geometryNodeId === undefined || language === undefined) return undefined;
  if (slug === undefined || attributeNodes === undefined) return undefined;
  const said = { ...fields, geometryNodeId, language, slug, attributeNodes };
  return { ...defaultFields, ...said, spatialViewId };
}

function allProblems(
  { language }: Changing,
  { stored, surroundings }: ViewToChange,
  { fields, attributeIds, problems }: SentView,
): readonly FieldProblem[] {
  const intended = { sent: fields, attributeIds, stored };
  return [
    ...problems,
    ...(stored === undefined ? missing(fields, problems) : []),
    ...fieldProblems(intended, surroundings, language),
  ];
}

/** What a new view lacks. A field that was sent, and in which something is wrong, is not missing. */
function missing(fields: SentFields, problems: readonly FieldProblem[]): readonly FieldProblem[] {
  return Object.entries(needed).flatMap(([field, name]) => {
    const pointer = `/${name}`;
    const isSent =
      field in fields || problems.some((one) => `${one.pointer}/`.startsWith(`${pointer}/`));
    return isSent ? [] : [{ pointer, code: 'missing' as const, detail: `${name} is needed.` }];
  });
}

function isSame(one: SpatialView, other: SpatialView): boolean {
  return JSON.stringify(asJsonb(one)) === JSON.stringify(asJsonb(other));
}

/** What a caller is told once a view is stored: it as PostgreSQL has it. */
function stored(
  view: SpatialView,
  problems: readonly string[],
  tried: Tried<Pick<StoredSpatialView, 'version' | 'isFilling'>>,
): Tried<ChangedView> {
  if (typeof tried === 'string') return tried;
  const attributeNodes = view.attributeNodes.map(asJsonb).filter(isAttributeNode);
  return { result: { view: { ...view, attributeNodes, ...tried.result }, problems } };
}
