// Descriptions in the OpenAPI document that several operations share.

export const notModified = 'Nothing has changed since the version that the caller already has.';

/** Descriptions of error responses. */
export const invalidParameterOrBody = 'A parameter or the body is invalid.';
export const invalidBody = 'The body is invalid; all problems are listed.';
export const wrongCredentials = 'Username or password is wrong, or the account is deactivated.';
export const tooManySignIns = 'Too many sign-ins failed.';
export const tooManyWrongSecrets = 'The application sent too many wrong secrets.';
export const mayNotReadHistory = 'The caller may not read the history.';
export const mayNotReadHistoryOfResource =
  'The caller may see the resource instance, but not read its history.';
export const importNotFinished =
  'The data still come from another platform, whose import is not finished.';
export const uniqueValueTaken = `A value that must be unique is already used in data that the caller may not see. Or: ${importNotFinished}`;
export const collectionNotFound =
  'There is no collection with this id that the caller may read. An id is the slug of an active spatial view or of a resource model, alone or followed by a geometry type.';
export const projectNotFound =
  'There is no mobile project with this id to which the caller is invited.';
export const resourceNotFound =
  'There is no resource instance with this id that the caller may see.';
export const thesaurusNotFound = 'The caller may not read the thesaurus.';
export const mayNotManageProjects =
  'The caller is invited to the project, but may not manage mobile projects.';
export const notJson = 'The body is not JSON.';
export const tooManyFeatures =
  'There are too many features for one response. Request pages, or use an export job.';

/** Descriptions of successful responses. */
export const features = 'A FeatureCollection, or one feature per line.';
export const storedProject = 'The stored project.';
export const storedView = 'The stored spatial view.';

/** Descriptions of parameters and form fields. */
export const cursorInLink = 'Continues after a page. The value is in its Link header.';
export const columnNames =
  'names separated by commas; in a name, write %2C for a comma and %25 for a percent sign.';
export const dryRun = 'Returns what would change, and stores nothing.';
export const nodegroupRight =
  'The right that the caller needs: read_nodegroup, write_nodegroup or delete_nodegroup.';
export const requestFewerItems = 'Request fewer items at a time with limit.';
export const username = 'A username or an e-mail address.';
export const password = 'The password.';
export const token = 'An access token or a refresh token.';
export const tokenTypeHint = 'access_token or refresh_token; optional.';

/** What the parameters of operations that follow conditions cannot say. */
export const conditionsOnFeatures =
  'Parameters `node.NAME=VALUE`, `period`, `near`, `within`, `related`, `ids` and `changed` select the features of the resource instances that meet these conditions, as in GET /resources/.';
export const conditionsOnMap =
  'It shows the records that GET /search finds with the same conditions. They and `graph`, the id or slug of a model, are read from the query alone, and refused in headers.';
export const conditionsOnMapTile = `${conditionsOnFeatures} They and \`graph\`, the id or slug of a model, are read from the query alone, and refused in headers.`;
