/** A fault that somebody could make: a text of a file becomes another one. */
export type Fault = {
  readonly description: string;
  readonly file: string;
  /** Occurs once in the file. */
  readonly text: string;
  readonly becomes: string;
  /** The files or folders of tests of which one has to fail. */
  readonly tests: readonly string[];
};

/**
 * The text of a file with a fault.
 * @throws Error unless the text of the fault occurs exactly once
 */
export function plant({ description, file, text, becomes }: Fault, content: string): string {
  const [before = '', after, ...more] = content.split(text);
  if (after === undefined || more.length > 0) {
    throw new Error(
      `${file} does not contain the text of the fault "${description}" once: adapt it.`,
    );
  }
  return `${before}${becomes}${after}`;
}

/** Each is found by one of its tests: `npm run test:faults`. */
export const faults: readonly Fault[] = [
  {
    description: 'a resource instance is seen whatever its graph may be',
    file: 'infra/schema/rights/visible-resources.sql',
    text: 'coalesce(granted, reads_graph) and of_graph',
    becomes: 'coalesce(granted, true) and of_graph',
    tests: ['test/functions/permissions'],
  },
  {
    description: 'the system settings are seen by everybody',
    file: 'infra/schema/rights/visible-resources.sql',
    text: ' and of_graph <> system_settings_graph())',
    becomes: ')',
    tests: ['test/functions/permissions'],
  },
  {
    description: 'no_access of a resource instance is ignored',
    file: 'infra/schema/rights/visible-resources.sql',
    text: 'when can_view and not no_access then',
    becomes: 'when can_view then',
    tests: ['test/functions/permissions'],
  },
  {
    description: 'what only others propose is there for everybody',
    file: 'infra/schema/rights/visible-resources.sql',
    text: 'return proposed_by is null or is_reviewer or account = any (proposed_by);',
    becomes: 'return true;',
    tests: ['test/functions/permissions', 'test/functions/writing/proposals-unseen.test.ts'],
  },
  {
    description: 'no_access does not reach the nodegroups below',
    file: 'infra/schema/rights/nodegroup-rules.sql',
    text: 'where child.nodegroup_id not in (',
    becomes: 'where false and child.nodegroup_id not in (',
    tests: ['test/functions/permissions'],
  },
  {
    description: 'a right of its own opens a closed nodegroup',
    file: 'infra/schema/rights/nodegroup-rules.sql',
    text: `when closed_by is not null then 'no access'::access_rule
`,
    becomes: `when closed_by is not null and not rule_allows(own_rule) then 'no access'::access_rule
`,
    tests: ['test/functions/permissions'],
  },
  {
    description: 'provisional edits are shown to everybody',
    file: 'infra/schema/resources/proposals.sql',
    text: 'when is_reviewer(caller) then edits',
    becomes: 'when true then edits',
    tests: ['test/functions/writing/proposals-unseen.test.ts', 'test/functions/permissions'],
  },
  {
    description: 'the version tells of proposals of others',
    file: 'infra/schema/resources/proposals.sql',
    text: 'if proposal_changes is null or is_reviewer(caller) then',
    becomes: 'if true then',
    tests: ['test/functions/writing/proposals-unseen.test.ts'],
  },
  {
    description: 'geoJSON shows features of closed resource instances',
    file: 'lib/queries/geojson/selected-features.ts',
    text: 'and f.resource_id not in (select c.resource_id from denied_resource c)',
    becomes: '',
    tests: ['test/functions/permissions', 'test/functions/geojson'],
  },
  {
    description: 'geoJSON shows closed tiles',
    file: 'lib/queries/geojson/selected-features.ts',
    text: 'and f.tile_id not in (select c.tile_id from unreadable_tile c)',
    becomes: '',
    tests: ['test/functions/permissions', 'test/functions/geojson'],
  },
  {
    description: 'the type of a geometry is ignored',
    file: 'lib/queries/geojson/selected-features.ts',
    text: 'or f.geometry_type = ${text(geometryType)})`',
    becomes: 'or true)`',
    tests: ['test/functions/geojson'],
  },
  {
    description: 'if-Match is ignored',
    file: 'lib/writing/expected-version.ts',
    text: `if (versions !== 'any' && !versions.includes(stored)) {`,
    becomes: `if (versions !== 'any' && versions.length === 0) {`,
    tests: ['test/functions/resources', 'test/functions/writing/concurrency.test.ts'],
  },
  {
    description: 'an ordinal of the activity stream is skipped',
    file: 'lib/queries/resources/record-activity.ts',
    text: 'ordinal = ordinal + ${',
    becomes: 'ordinal = ordinal + 1 + ${',
    tests: ['test/functions/history'],
  },
  {
    description: 'a deletion does not record grants',
    file: 'lib/queries/resources/record-activity.ts',
    text: `case when c.kind = 'Delete' then has_own_grants(c.resource_id) else false end`,
    becomes: 'false',
    tests: ['test/functions/history', 'test/functions/permissions'],
  },
  {
    description: 'a request under a used key is carried out twice',
    file: 'lib/writing/resources/change-resource.ts',
    text: 'if (createdBefore === undefined || request.key === undefined || request.isDryRun)',
    becomes:
      'if (createdBefore === undefined || request.key === undefined || request.key.key.length > 0)',
    tests: ['test/functions/writing'],
  },
  {
    description: 'a dry run writes',
    file: 'lib/writing/resources/change-resource.ts',
    text: 'if (request.isDryRun) {',
    becomes: 'if (request.isDryRun && current.isNew) {',
    tests: ['test/functions/writing/dry-runs.test.ts'],
  },
  {
    description: 'a write whose answer was lost is stored twice',
    file: 'lib/writing/apply-with-retries.ts',
    text: `if (lostResponse !== undefined && source.isWritten) return { kind: 'stored', ...lostResponse };`,
    becomes: '',
    tests: ['test/functions/writing/faults.test.ts'],
  },
  {
    description: 'values that must be unique are not checked',
    file: 'lib/model/change/uniqueness.ts',
    text: 'return checks.filter(({ constraint_id: id }) => constraintIds.has(id));',
    becomes: 'return checks.filter(({ constraint_id: id }) => !constraintIds.has(id));',
    tests: ['test/functions/writing/unique-values.test.ts'],
  },
  {
    description: 'the right to write a nodegroup is not asked for',
    file: 'lib/model/change/diff-resource.ts',
    text: 'rights.get(nodegroupId)?.[right] === false)',
    becomes: 'rights.get(nodegroupId)?.[right] === undefined)',
    tests: ['test/functions/writing', 'test/functions/permissions'],
  },
  {
    description: 'a tile that moves is not written',
    file: 'lib/model/change/plan-tile-changes.ts',
    text: 'else if (changed.length > 0 || isMoved(before, after))',
    becomes: 'else if (changed.length > 0)',
    tests: ['test/lib/model/change', 'test/functions/writing'],
  },
  {
    description: 'new siblings get the same sort order',
    file: 'lib/model/change/plan-tile-changes.ts',
    text: 'nextOrders.set(keyOf(tile), order + 1);',
    becomes: 'nextOrders.set(keyOf(tile), order);',
    tests: ['test/lib/model/change', 'test/functions/writing'],
  },
  {
    description: 'a tile takes the tiles below with it',
    file: 'lib/model/change/plan-tile-changes.ts',
    text: 'if (!before.holdsUnreadable && !remainingParents.has(before.tileId))',
    becomes: 'if (!before.holdsUnreadable)',
    tests: ['test/lib/model/change', 'test/functions/writing'],
  },
  {
    description: 'a text without language is stored in one',
    file: 'lib/model/datatypes/string.ts',
    text: `text: value,
  language: language ?? null,`,
    becomes: `text: value,
  language: language ?? 'en',`,
    tests: ['test/lib/model/datatypes', 'test/lib/json-ld'],
  },
  {
    description: 'a header wins over the query',
    file: 'lib/http/parameters/parameters.ts',
    text: 'const sources = [queryAndBody, ...prefixes.map((prefix) => fromHeaders(headers, prefix))];',
    becomes:
      'const sources = [...prefixes.map((prefix) => fromHeaders(headers, prefix)), queryAndBody];',
    tests: ['test/lib/http/parameters'],
  },
  {
    description: 'a 304 is never answered for a tag of the answer',
    file: 'lib/http/conditional/validators.ts',
    text: 'return isNotModified ? {',
    becomes: 'return isNotModified && tags.length > 1 ? {',
    tests: ['test/lib/http/conditional', 'test/functions/every-route.test.ts'],
  },
  {
    description: 'errors are answered without CORS',
    file: 'lib/http/middleware.ts',
    text: `return onEveryResponse((response, { request }) =>
    withHeaders(response, corsHeaders(request.resource)),
  );`,
    becomes:
      'return { after: (step) => { if (step.response) step.response = withHeaders(step.response, corsHeaders(step.event.request.resource)); } };',
    tests: ['test/functions/every-route.test.ts'],
  },
  {
    description: 'a token that may only read may write',
    file: 'lib/http/request/bearer.ts',
    text: `if (principal.kind === 'account' && !principal.scope.includes(needed)) {`,
    becomes: `if (principal.kind === 'account' && principal.scope.length === 0) {`,
    tests: ['test/functions/every-route.test.ts', 'test/functions/oauth'],
  },
  {
    description: 'a revoked token reads',
    file: 'lib/queries/tokens/if-token-valid.ts',
    text: 'where (\n  select check_token(${uuid(principal.tokenFamilyId)}, ${int(principal.accountId)}, ${text(principal.keyId)})\n)',
    becomes:
      "where (\n  select ${uuid(principal.tokenFamilyId)} is not null and ${int(principal.accountId)} > 0 and ${text(principal.keyId)} <> ''\n)",
    tests: ['test/functions/oauth'],
  },
  {
    description: 'tokens of another audience are good',
    file: 'lib/identity/access-token.ts',
    text: `        audience: issuer,
`,
    becomes: '',
    tests: ['test/lib/identity', 'test/functions/oauth'],
  },
  {
    description: 'an expired token is good',
    file: 'lib/identity/access-token.ts',
    text: 'const clockTolerance = 5;',
    becomes: 'const clockTolerance = 500_000_000;',
    tests: ['test/lib/identity', 'test/functions/oauth'],
  },
  {
    description: 'a used refresh token is good',
    file: 'lib/queries/tokens/rotate-refresh-token.ts',
    text: "p.successor_hash <> ${text(successorHash)} then 'reused'",
    becomes: "p.successor_hash <> ${text(successorHash)} then 'rotated'",
    tests: ['test/functions/oauth/refresh.test.ts'],
  },
  {
    description: 'failed sign-ins are not counted',
    file: 'lib/identity/throttle.ts',
    text: 'if (attempts.failedOnName >= limits.onName)',
    becomes: 'if (attempts.failedOnName < 0)',
    tests: ['test/functions/oauth', 'test/lib/identity'],
  },
  {
    description: 'values of one name are lost',
    file: 'lib/serializers/geojson/join-properties.ts',
    text: 'if (another === undefined) return first;',
    becomes: `if (another === undefined || mode === 'list') return first;`,
    tests: ['test/lib/serializers/geojson', 'test/functions/geojson'],
  },
  {
    description: 'names are not cut',
    file: 'lib/model/geojson/property-name.ts',
    text: 'if (characters.length <= length) return name;',
    becomes: 'if (characters.length <= length + 1) return name;',
    tests: ['test/lib/model/geojson', 'test/functions/geojson'],
  },
  {
    description: 'coordinates are cut and not rounded',
    file: 'lib/model/geojson/round-coordinates.ts',
    text: 'if (next >= five && next <= nine) writeIndex = incrementLastDigit(bytes, writeIndex);',
    becomes: 'if (next > nine) writeIndex = incrementLastDigit(bytes, writeIndex);',
    tests: ['test/lib/model/geojson'],
  },
  {
    description: 'rings go the other way',
    file: 'lib/model/geojson/wind-rings.ts',
    text: 'const isWound = area > 0 === isExterior;',
    becomes: 'const isWound = area < 0 === isExterior;',
    tests: ['test/lib/model/geojson'],
  },
  {
    description: 'the last page is not known as such',
    file: 'lib/http/geojson/get-features.ts',
    text: '_lastPage: pageEnd === null',
    becomes: '_lastPage: pageEnd !== null',
    tests: ['test/functions/geojson'],
  },
  {
    description: 'numbers lose digits',
    file: 'lib/serializers/geojson/write-features.ts',
    text: 'display(value, node);',
    becomes: 'display(JSON.stringify(JSON.parse(value)), node);',
    tests: ['test/functions/geojson', 'test/lib/serializers/geojson'],
  },
  {
    description: 'anybody may fetch an export',
    file: 'infra/schema/exports/readers.sql',
    text: 'return is_administrator(caller);',
    becomes: 'return true;',
    tests: ['test/functions/exports', 'test/infra/schema'],
  },
  {
    description: 'a project lists those who are not invited',
    file: 'infra/schema/mobile-projects/projects.sql',
    text: `where i.account_id = caller
    and a.is_active`,
    becomes: 'where a.is_active',
    tests: ['test/functions/mobile-projects'],
  },
  {
    description: 'spatial views show resource instances of closed graphs',
    file: 'infra/schema/spatial-views/readers.sql',
    text: `      r.graph_id = any (c.readable_graphs),
      r.graph_id
    )`,
    becomes: `      true,
      r.graph_id
    )`,
    tests: ['test/infra/schema/spatial-views'],
  },
  {
    description: 'hidden nodegroups are shown',
    file: 'lib/queries/resources/resource-document.ts',
    text: 'where not (t.is_hidden and ${boolean(options.omitsHidden)})',
    becomes: 'where ${boolean(options.omitsHidden)} is not null',
    tests: ['test/functions/resources'],
  },
  {
    description: 'depthlimit shows one level more',
    file: 'lib/serializers/concepts/concept-rdf.ts',
    text: 'const maxLevels = options.includeSubConcepts ? (options.depthLimit ?? Infinity) : 0;',
    becomes:
      'const maxLevels = options.includeSubConcepts ? (options.depthLimit ?? Infinity) + 1 : 0;',
    tests: ['test/lib/serializers/concepts', 'test/functions/concepts'],
  },
  {
    description: 'a language that fits is passed over',
    file: 'lib/model/pick-language.ts',
    text: `return tags.find((tag) => tag.toLowerCase().split('-')[0] === subtags[0]);`,
    becomes: 'return undefined;',
    tests: ['test/lib/model', 'test/functions/concepts'],
  },
];
