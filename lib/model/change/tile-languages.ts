import { maxTagCharacters } from '../../rdf/terms.ts';
import { datatypeOf } from '../datatypes/registry.ts';
import { isObject } from '../datatypes/values/json-values.ts';
import type { CompiledNode } from '../graphs/compiled-graph.ts';

const languageTagPattern = /^[A-Za-z]{2,8}([-_][A-Za-z0-9]+)*$/;

function hasTextsByLanguage(node: Pick<CompiledNode, 'datatype'> | undefined): boolean {
  return node !== undefined && datatypeOf(node.datatype).holds === 'texts by language';
}

/**
 * Lists the language tags of the texts of a tile.
 * @param nodes of the model by id
 */
export function tileLanguages(
  data: Readonly<Record<string, unknown>>,
  nodes: ReadonlyMap<string, Pick<CompiledNode, 'datatype'>>,
): readonly string[] {
  return Object.entries(data).flatMap(([nodeId, value]) =>
    hasTextsByLanguage(nodes.get(nodeId)) && isObject(value)
      ? Object.keys(value).filter(
          (language) => language.length <= maxTagCharacters && languageTagPattern.test(language),
        )
      : [],
  );
}
