import { InvalidInput, type InputError } from '../../errors.ts';
import { isUuid, parseResourceId, parseTileId } from '../../model/ids.ts';
import { findMentions } from '../../model/change/mentions.ts';
import { storeNodeValue, type NodeValueInput } from '../../writing/tiles/store-node-value.ts';
import type { HttpResponse } from '../responses/response.ts';
import type { DataHandlerContext } from '../data-handler.ts';
import { parseForm } from '../request/form.ts';
import { maxBodyBytes } from '../request/request-body.ts';
import { readUnrepeatedFields } from './tile-body.ts';
import { tileResponse, readTileOptions, type TileRequest } from './tile-request.ts';

/**
 * Handles POST /api/node_value/: stores the value of one node, and returns its tile.
 * @throws the errors of readNodeValueBody and storeNodeValue; AuthenticationRequired
 */
export async function writeNodeValue(
  request: TileRequest<unknown>,
  { dataApi, settings }: DataHandlerContext,
): Promise<HttpResponse> {
  const { header, body } = request;
  const writeOptions = readTileOptions(request, settings, '/api/node_value');
  const value = readNodeValueBody(body, header('content-type'));
  // The text can be a web address, or JSON that contains web addresses.
  const mentions = findMentions(`${JSON.stringify(value)} ${value.text}`);
  const result = await storeNodeValue(dataApi, { ...writeOptions, mentions }, value);
  return tileResponse(result, request, settings.baseUrl);
}

/** The values of the field `operation`. All of them except `append` replace the stored value. */
const operationNames: ReadonlySet<string> = new Set(['', 'create', 'replace', 'append']);

const idFieldNames = ['nodeid', 'tileid', 'resourceinstanceid'] as const;

/**
 * Reads the form of POST /api/node_value/.
 * @throws InvalidInput listing everything that is wrong; MalformedForm, NotUtf8, UnsupportedMediaType
 */
function readNodeValueBody(
  body: string | undefined,
  contentType: string | undefined,
): NodeValueInput {
  const form = parseForm(body, contentType, maxBodyBytes);
  const fields = readUnrepeatedFields(form, [...idFieldNames, 'data', 'operation']);
  const nonEmptyField = (name: string): string | undefined => fields.get(name) || undefined;
  const operation = (nonEmptyField('operation') ?? '').toLowerCase();
  const fieldError = (pointer: string, code: InputError['code'], detail: string): InputError => ({
    in: 'body',
    pointer,
    code,
    detail,
  });
  const errors = [
    ...idFieldNames
      .filter((name) => nonEmptyField(name) !== undefined && !isUuid(nonEmptyField(name)))
      .map((name) => fieldError(`/${name}`, 'invalid', `${name} must be a UUID.`)),
    ...(operationNames.has(operation)
      ? []
      : [fieldError('/operation', 'invalid', 'operation must be create, replace or append.')]),
    ...['nodeid', 'data']
      .filter(
        (name) => !fields.has(name) || (name === 'nodeid' && nonEmptyField(name) === undefined),
      )
      .map((name) => fieldError(`/${name}`, 'missing', `${name} is required.`)),
  ];
  if (errors.length > 0) throw new InvalidInput(errors);
  const [nodeId = '', tileId, resourceId] = idFieldNames.map(nonEmptyField);
  return {
    nodeId: nodeId.toLowerCase(),
    tileId: tileId === undefined ? undefined : parseTileId(tileId),
    resourceId: resourceId === undefined ? undefined : parseResourceId(resourceId),
    text: fields.get('data') ?? '',
    appendsValue: operation === 'append',
  };
}
