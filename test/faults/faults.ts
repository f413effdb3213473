/** A fault that a change of the code could introduce: a text of a file is replaced by another. */
export type Fault = {
  readonly description: string;
  readonly file: string;
  /** A text that occurs exactly once in the file. */
  readonly text: string;
  readonly becomes: string;
  /** Files or folders of tests. At least one test in them must fail. */
  readonly tests: readonly string[];
};

/**
 * Replaces the text of a fault in the content of its file.
 * @throws Error unless the text of the fault occurs exactly once
 */
export function plant({ description, file, text, becomes }: Fault, content: string): string {
  const [before = '', after, ...more] = content.split(text);
  if (after === undefined || more.length > 0) {
    throw new Error(
      `${file} does not contain the text of the fault "${description}" exactly once. Adapt the fault.`,
    );
  }
  return `${before}${becomes}${after}`;
}

/** All faults. `npm run test:faults` checks that the tests of each fault find it. */
export const faults: readonly Fault[] = [
  {
    description: 'a resource instance is visible to callers who may not read its graph',
    file: 'infra/schema/rights/visible-resources.sql',
    text: 'coalesce(granted, reads_graph) and of_graph',
    becomes: 'coalesce(granted, true) and of_graph',
    tests: ['test/functions/permissions'],
  },
  {
    description: 'the system settings are visible to all callers',
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
    description: 'a resource instance that others have proposed is visible to all callers',
    file: 'infra/schema/rights/visible-resources.sql',
    text: 'return proposed_by is null or is_reviewer or account = any (proposed_by);',
    becomes: 'return true;',
    tests: ['test/functions/permissions', 'test/functions/writing/proposals-unseen.test.ts'],
  },
  {
    description: 'no_access does not apply to child nodegroups',
    file: 'infra/schema/rights/nodegroup-rules.sql',
    text: 'where child.nodegroup_id not in (',
    becomes: 'where false and child.nodegroup_id not in (',
    tests: ['test/functions/permissions'],
  },
  {
    description: 'a grant on a child nodegroup opens it although its parent is closed',
    file: 'infra/schema/rights/nodegroup-rules.sql',
    text: `when closed_by is not null then 'no access'::access_rule
`,
    becomes: `when closed_by is not null and not rule_allows(own_rule) then 'no access'::access_rule
`,
    tests: ['test/functions/permissions'],
  },
  {
    description: 'proposals are shown to all callers',
    file: 'infra/schema/resources/proposals.sql',
    text: 'when is_reviewer(caller) then edits',
    becomes: 'when true then edits',
    tests: ['test/functions/writing/proposals-unseen.test.ts', 'test/functions/permissions'],
  },
  {
    description: 'the version changes with proposals of others',
    file: 'infra/schema/resources/proposals.sql',
    text: 'if proposal_changes is null or is_reviewer(caller) then',
    becomes: 'if true then',
    tests: ['test/functions/writing/proposals-unseen.test.ts'],
  },
  {
    description: 'GeoJSON shows features of closed resource instances',
    file: 'lib/queries/geojson/selected-features.ts',
    text: 'and f.resource_id not in (select c.resource_id from denied_resource c)',
    becomes: '',
    tests: ['test/functions/permissions', 'test/functions/geojson'],
  },
  {
    description: 'GeoJSON shows features of a moved node in closed tiles',
    file: 'lib/queries/geojson/selected-features.ts',
    text: 'and f.tile_id not in (select c.tile_id from unreadable_tile c)',
    becomes: '',
    tests: ['test/infra/cli/import/graphs/closed-nodegroups.test.ts'],
  },
  {
    description: 'the parameter for the type of a geometry is ignored',
    file: 'lib/queries/geojson/selected-features.ts',
    text: 'or f.geometry_type = ${text(geometryType)})`',
    becomes: 'or true)`',
    tests: ['test/functions/geojson'],
  },
  {
    description: 'If-Match is ignored',
    file: 'lib/writing/expected-version.ts',
    text: `if (versions !== 'any' && !versions.includes(stored)) {`,
    becomes: `if (versions !== 'any' && versions.length === 0) {`,
    tests: ['test/functions/resources', 'test/functions/writing/concurrency.test.ts'],
  },
  {
    description: 'an ordinal of the activity stream is skipped',
    file: 'lib/queries/history/record-activity.ts',
    text: 'ordinal = ordinal + ${',
    becomes: 'ordinal = ordinal + 1 + ${',
    tests: ['test/functions/history'],
  },
  {
    description: 'a deletion does not record grants',
    file: 'lib/queries/history/record-activity.ts',
    text: `case when c.kind = 'Delete' then has_own_grants(c.resource_id) else false end`,
    becomes: 'false',
    tests: ['test/functions/history', 'test/functions/permissions'],
  },
  {
    description: 'a request with a used Idempotency-Key is carried out again',
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
    description: 'a write is stored twice if its answer was lost',
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
    description: 'the right to write a nodegroup is not checked',
    file: 'lib/model/change/diff-resource.ts',
    text: 'rights.get(nodegroupId)?.[right] === false)',
    becomes: 'rights.get(nodegroupId)?.[right] === undefined)',
    tests: ['test/functions/writing', 'test/functions/permissions'],
  },
  {
    description: 'a tile with a new parent or sort order is not written',
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
    description: 'the deletion of a tile deletes child tiles that must stay',
    file: 'lib/model/change/plan-tile-changes.ts',
    text: 'if (!before.holdsUnreadable && !remainingParents.has(before.tileId))',
    becomes: 'if (!before.holdsUnreadable)',
    tests: ['test/lib/model/change', 'test/functions/writing'],
  },
  {
    description: 'a text without a language is stored with one',
    file: 'lib/model/datatypes/string.ts',
    text: `text: value,
  language: language ?? null,`,
    becomes: `text: value,
  language: language ?? 'en',`,
    tests: ['test/lib/model/datatypes', 'test/lib/json-ld'],
  },
  {
    description: 'a parameter in a header overrides the one in the query',
    file: 'lib/http/parameters/merge-parameters.ts',
    text: 'const sources = [queryAndBody, ...prefixes.map((prefix) => fromHeaders(headers, prefix))];',
    becomes:
      'const sources = [...prefixes.map((prefix) => fromHeaders(headers, prefix)), queryAndBody];',
    tests: ['test/lib/http/parameters'],
  },
  {
    description: 'a request with the current ETag does not get 304',
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
    description: 'a token with only the scope read may write',
    file: 'lib/http/request/bearer.ts',
    text: `if (principal.kind === 'account' && !principal.scope.includes(needed)) {`,
    becomes: `if (principal.kind === 'account' && principal.scope.length === 0) {`,
    tests: ['test/functions/every-caller/scope.test.ts'],
  },
  {
    description: 'a revoked token may read',
    file: 'lib/queries/tokens/if-token-valid.ts',
    text: 'where (\n  select check_token(${uuid(principal.tokenFamilyId)}, ${int(principal.accountId)}, ${text(principal.keyId)})\n)',
    becomes:
      "where (\n  select ${uuid(principal.tokenFamilyId)} is not null and ${int(principal.accountId)} > 0 and ${text(principal.keyId)} <> ''\n)",
    tests: ['test/functions/oauth'],
  },
  {
    description: 'a token of another audience is accepted',
    file: 'lib/identity/access-token.ts',
    text: `        audience: issuer,
`,
    becomes: '',
    tests: ['test/lib/identity', 'test/functions/oauth'],
  },
  {
    description: 'an expired token is accepted',
    file: 'lib/identity/access-token.ts',
    text: 'const clockTolerance = 5;',
    becomes: 'const clockTolerance = 500_000_000;',
    tests: ['test/lib/identity', 'test/functions/oauth'],
  },
  {
    description: 'a used refresh token is accepted',
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
    description: 'requests that bypass the front are served',
    file: 'lib/http/middleware.ts',
    text: 'if (event.request.bypassesFront)',
    becomes: 'if (false)',
    tests: ['test/gateway/front.test.ts', 'test/functions/oauth/forged-address.test.ts'],
  },
  {
    description: 'the address of a caller is believed without the secret of the front',
    file: 'lib/http/request/request.ts',
    text: '(trustedFront && viewerAddress(headers, trustedFront.viewerAddressHeader))',
    becomes: '(front && viewerAddress(headers, front.viewerAddressHeader))',
    tests: ['test/lib/http/request/request.test.ts'],
  },
  {
    description: 'a slow reader keeps its credit',
    file: 'lib/http/streaming/reader-pace.ts',
    text: 'credit - (performance.now() - startedAt) + earned',
    becomes: 'credit + earned',
    tests: ['test/lib/http/streaming/reader-pace.test.ts', 'test/gateway/slow-readers.test.ts'],
  },
  {
    description: 'GeoJSON loses all but the first value of a property',
    file: 'lib/serializers/geojson/join-properties.ts',
    text: 'if (another === undefined) return first;',
    becomes: `if (another === undefined || mode === 'list') return first;`,
    tests: ['test/lib/serializers/geojson', 'test/functions/geojson'],
  },
  {
    description: 'property names are one character too long',
    file: 'lib/model/geojson/property-name.ts',
    text: 'if (characters.length <= length) return name;',
    becomes: 'if (characters.length <= length + 1) return name;',
    tests: ['test/lib/model/geojson', 'test/functions/geojson'],
  },
  {
    description: 'coordinates are truncated instead of rounded',
    file: 'lib/model/geojson/round-coordinates.ts',
    text: 'if (next >= five && next <= nine) writeIndex = incrementLastDigit(bytes, writeIndex);',
    becomes: 'if (next > nine) writeIndex = incrementLastDigit(bytes, writeIndex);',
    tests: ['test/lib/model/geojson'],
  },
  {
    description: 'rings have the wrong direction',
    file: 'lib/model/geojson/wind-rings.ts',
    text: 'const isWound = area > 0 === isExterior;',
    becomes: 'const isWound = area < 0 === isExterior;',
    tests: ['test/lib/model/geojson'],
  },
  {
    description: 'the last page is not marked as the last one',
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
    description: 'all accounts may fetch an export',
    file: 'infra/schema/exports/readers.sql',
    text: 'return is_administrator(caller);',
    becomes: 'return true;',
    tests: ['test/functions/exports', 'test/infra/schema'],
  },
  {
    description: 'a project lists accounts that are not invited',
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
    description: 'depthlimit shows one level too many',
    file: 'lib/serializers/concepts/concept-skos.ts',
    text: 'const maxLevels = options.includeSubConcepts ? (options.depthLimit ?? Infinity) : 0;',
    becomes:
      'const maxLevels = options.includeSubConcepts ? (options.depthLimit ?? Infinity) + 1 : 0;',
    tests: ['test/lib/serializers/concepts', 'test/functions/concepts'],
  },
  {
    description: 'a language with the same primary subtag is not chosen',
    file: 'lib/model/pick-language.ts',
    text: `return tags.find((tag) => tag.toLowerCase().split('-')[0] === subtags[0]);`,
    becomes: 'return undefined;',
    tests: ['test/lib/model', 'test/functions/concepts'],
  },
  {
    description: 'after a restore, times of lost answers are current',
    file: 'infra/queries/after-restore.ts',
    text: "rawSql('update last_change set is_pending = true'),",
    becomes: '',
    tests: ['test/infra/after-restore.test.ts'],
  },
  {
    description: 'after a restore, lost versions are current again',
    file: 'infra/queries/after-restore.ts',
    text: 'set version = r.version + ${bigint(versionStep)}',
    becomes: 'set version = r.version',
    tests: ['test/infra/after-restore.test.ts'],
  },
  {
    description: 'after a restore, a lost revocation is undone',
    file: 'infra/queries/after-restore.ts',
    text: '    and f.expires_at > clock_timestamp()',
    becomes: '    and false',
    tests: ['test/infra/after-restore.test.ts'],
  },
  {
    description: 'after a restore, lost ordinals are given to other changes',
    file: 'infra/after-restore.ts',
    text: 'last < publishedOrdinal;',
    becomes: 'last < 0;',
    tests: ['test/infra/after-restore.test.ts'],
  },
  {
    description: 'after a restore, administrators see resource instances of lost items',
    file: 'lib/queries/history/activity-items.ts',
    text: "a.resource_id <> ${rawSql(`'${nilUuid}'::uuid`)}",
    becomes: 'true',
    tests: ['test/infra/after-restore.test.ts'],
  },
  {
    description: 'a password that is being rotated fails the request',
    file: 'lib/data-api/errors.ts',
    text: "message.startsWith('FATAL: password authentication failed') ||",
    becomes: '',
    tests: ['test/lib/data-api/client.test.ts'],
  },
  {
    description: 'the log has values that errors of the database quote',
    file: 'lib/describe-error.ts',
    text: 'return isAboutNames ? text',
    becomes: "return isAboutNames || text !== '' ? text",
    tests: ['test/lib/describe-error.test.ts'],
  },
  {
    description: 'the latency of a stream contains the time of sending',
    file: 'lib/log.ts',
    text: 'markReady: () => noteAll({ Latency: elapsed() })',
    becomes: "markReady: () => notes.set('Latency', elapsed)",
    tests: ['test/lib/log.test.ts'],
  },
  {
    description: 'every account may wake the database with /health/ready',
    file: 'functions/service/ready.ts',
    text: 'if (!state.isAdministrator)',
    becomes: 'if (false)',
    tests: ['test/functions/service/ready.test.ts'],
  },
  {
    description: 'the local log file grows without limit',
    file: 'infra/local/output-log.ts',
    text: 'if (bytes > 0 && bytes + chunk.length > maxBytes)',
    becomes: 'if (maxBytes < 0)',
    tests: ['test/infra/local/output-log.test.ts'],
  },
];
