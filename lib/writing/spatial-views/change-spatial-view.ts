import { randomUUID } from 'node:crypto';

import type { DataApi } from '../../data-api/client.ts';
import { runQuery, type RowsQuery } from '../../data-api/query.ts';
import { NotAllowed, NotFound } from '../../errors.ts';
import { toJsonbForm } from '../../json/jsonb-form.ts';
import {
  findViewFieldProblems,
  affectsNodes,
  isProblemOfField,
  type ViewFieldProblem,
} from '../../model/spatial-views/view-field-problems.ts';
import {
  defaultViewFields,
  isAttributeNode,
  type SpatialViewPatch,
  type SpatialView,
} from '../../model/spatial-views/spatial-view.ts';
import type { StoredSpatialView } from '../../queries/spatial-views/spatial-view-row.ts';
import { findViewToChange, type ViewToChange } from '../../queries/spatial-views/view-to-change.ts';
import {
  deleteSpatialView,
  insertSpatialView,
  updateSpatialView,
} from '../../queries/spatial-views/write-view.ts';
import { checkVersion, type ExpectedVersion } from '../expected-version.ts';
import { retryUntilStored, type StoreOutcome } from '../retry-until-stored.ts';
import { createInvalidFieldsError, toViewError } from './view-errors.ts';
import { toOutcome } from '../execute.ts';

/** The parts of a request body that could be parsed, and its problems. */
export type SpatialViewInput = {
  /** The valid fields. */
  readonly fields: SpatialViewPatch;
  /** The ids of the attribute nodes, in order; null for an invalid id. */
  readonly attributeIds: readonly (string | null)[] | undefined;
  /** Problems of the request body itself. */
  readonly problems: readonly ViewFieldProblem[];
};

/** The database, the caller and the settings for a change. */
export type ViewContext = {
  readonly dataApi: DataApi;
  readonly caller: number;
  /** The language of plain texts. */
  readonly language: string;
  /** The EPSG code of the geometries. */
  readonly srid: number;
};

export type StoredView = {
  readonly view: StoredSpatialView;
  /** The problems of the stored view, as sentences. */
  readonly problems: readonly string[];
};

/** The fields that a new spatial view must have, and their names in requests. */
const requiredFieldNames = {
  geometryNodeId: 'geometrynodeid',
  language: 'language',
  slug: 'slug',
  attributeNodes: 'attributenodes',
} as const;

/**
 * Stores a new spatial view.
 * @throws NotAllowed if the caller is not allowed to change spatial views
 * @throws InvalidInput with all problems, and the errors of retryUntilStored and writeView
 */
export async function createSpatialView(
  context: ViewContext,
  input: SpatialViewInput,
): Promise<StoredView> {
  const spatialViewId = randomUUID();
  return retryUntilStored(async (isResponseLost) => {
    const loaded = await loadView(context, spatialViewId, input);
    if (isResponseLost && loaded.stored !== undefined) {
      return { result: { view: loaded.stored, problems: loaded.problems } };
    }
    const view = buildView(spatialViewId, input.fields);
    const problems = validateRequest(context, loaded, input);
    if (view === undefined || problems.length > 0) throw createInvalidFieldsError(problems);
    return toResult(
      view,
      [],
      await writeView(context.dataApi, insertSpatialView(view, context.srid)),
    );
  });
}

/**
 * Changes a spatial view. Absent fields stay unchanged.
 * @throws NotAllowed if the caller is not allowed to change spatial views
 * @throws NotFound if the id is unknown
 * @throws InvalidInput with all problems, UnexpectedVersion, VersionRequired, and the errors of retryUntilStored
 * and writeView
 */
export async function changeSpatialView(
  context: ViewContext,
  spatialViewId: string,
  input: SpatialViewInput,
  expected: ExpectedVersion,
): Promise<StoredView> {
  return retryUntilStored(async (isResponseLost) => {
    const loaded = await loadView(context, spatialViewId, input);
    const before = requireView(loaded);
    const { version, isFilling: _, ...current } = before;
    const view = { ...current, ...input.fields };
    if (isResponseLost && isSameView(current, view)) {
      return { result: { view: before, problems: loaded.problems } };
    }
    checkVersion(expected, version);
    const problems = validateRequest(context, loaded, input);
    if (problems.length > 0) throw createInvalidFieldsError(problems);
    const query = updateSpatialView(view, version, context.srid);
    // Every problem of a stored view is a node that does not exist. If the request sends nodes, they were validated above.
    const remainingProblems = affectsNodes({ sent: input.fields, attributeIds: input.attributeIds })
      ? []
      : loaded.problems;
    return toResult(view, remainingProblems, await writeView(context.dataApi, query));
  });
}

/**
 * Deletes a spatial view and its database views.
 * @throws NotAllowed if the caller is not allowed to change spatial views
 * @throws NotFound if the id is unknown
 * @throws UnexpectedVersion, VersionRequired, and the errors of retryUntilStored and writeView
 */
export async function removeSpatialView(
  context: ViewContext,
  spatialViewId: string,
  expected: ExpectedVersion,
): Promise<void> {
  await retryUntilStored<true>(async (isResponseLost) => {
    const loaded = await loadView(context, spatialViewId);
    if (isResponseLost && loaded.stored === undefined) return { result: true };
    const { version } = requireView(loaded);
    checkVersion(expected, version);
    return writeView(context.dataApi, deleteSpatialView(spatialViewId, version));
  });
}

const emptyInput: SpatialViewInput = { fields: {}, attributeIds: undefined, problems: [] };

/** Reads what the change of a view depends on. @throws NotAllowed */
async function loadView(
  { dataApi, caller }: ViewContext,
  spatialViewId: string,
  { fields, attributeIds }: SpatialViewInput = emptyInput,
): Promise<ViewToChange> {
  const loaded = await runQuery(
    dataApi.read,
    findViewToChange(caller, {
      spatialViewId,
      slug: fields.slug,
      schema: fields.schema,
      geometryNodeId: fields.geometryNodeId,
      attributeIds: attributeIds?.filter((id) => id !== null),
    }),
  );
  if (loaded.mayWrite) return loaded;
  throw new NotAllowed(
    'Only administrators and members of the group Application Administrator may change spatial views.',
  );
}

function requireView({ stored }: ViewToChange): StoredSpatialView {
  if (stored === undefined) throw new NotFound('There is no spatial view with this id.');
  return stored;
}

function buildView(spatialViewId: string, fields: SpatialViewPatch): SpatialView | undefined {
  const { geometryNodeId, language, slug, attributeNodes } = fields;
  if (geometryNodeId === undefined || language === undefined) return undefined;
  if (slug === undefined || attributeNodes === undefined) return undefined;
  const required = { ...fields, geometryNodeId, language, slug, attributeNodes };
  return { ...defaultViewFields, ...required, spatialViewId };
}

function validateRequest(
  { language }: ViewContext,
  { stored, dependencies }: ViewToChange,
  { fields, attributeIds, problems }: SpatialViewInput,
): readonly ViewFieldProblem[] {
  const intended = { sent: fields, attributeIds, stored };
  return [
    ...problems,
    ...(stored === undefined ? findMissingFieldProblems(fields, problems) : []),
    ...findViewFieldProblems(intended, dependencies, language),
  ];
}

/** Reports missing fields of a new view. An invalid field is not missing. */
function findMissingFieldProblems(
  fields: SpatialViewPatch,
  problems: readonly ViewFieldProblem[],
): readonly ViewFieldProblem[] {
  return Object.entries(requiredFieldNames).flatMap(([field, name]) => {
    const isSent = field in fields || problems.some((problem) => isProblemOfField(problem, name));
    return isSent ? [] : [{ pointer: `/${name}`, code: 'missing', detail: `${name} is required.` }];
  });
}

function isSameView(left: SpatialView, right: SpatialView): boolean {
  return JSON.stringify(toJsonbForm(left)) === JSON.stringify(toJsonbForm(right));
}

/** Returns the stored view, with its attribute nodes in the form in which PostgreSQL stores them. */
function toResult(
  view: SpatialView,
  problems: readonly string[],
  outcome: StoreOutcome<Pick<StoredSpatialView, 'version' | 'isFilling'>>,
): StoreOutcome<StoredView> {
  if (typeof outcome === 'string') return outcome;
  const attributeNodes = view.attributeNodes.map(toJsonbForm).filter(isAttributeNode);
  return { result: { view: { ...view, attributeNodes, ...outcome.result }, problems } };
}

/**
 * Writes a spatial view in one call.
 * @param query returns undefined after a conflict
 * @throws Conflict, InvalidInput, ViewsInUse for rejections of the database; TimeExceeded
 */
async function writeView<Value>(
  dataApi: DataApi,
  query: RowsQuery<Value | undefined>,
): Promise<StoreOutcome<Value>> {
  let value: Value | undefined;
  const kind = await toOutcome(async () => {
    value = await runQuery(dataApi.write, query).catch((error: unknown) => {
      throw toViewError(error);
    });
    return value === undefined ? 'conflict' : 'stored';
  });
  if (kind !== 'stored') return kind;
  return value === undefined ? 'conflict' : { result: value };
}
