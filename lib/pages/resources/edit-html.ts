import {
  formatAsText,
  isObject,
  type JsonObject,
} from '../../model/datatypes/values/json-values.ts';
import type { CompiledGraph, CompiledNode } from '../../model/graphs/compiled-graph.ts';
import { labelOfNode } from '../../model/graphs/node-widget.ts';
import { pickText } from '../../model/pick-language.ts';
import type { ShownChange, ShownEdit } from '../../queries/resources/resource-history-content.ts';
import { factRow } from '../layout/fact-row.ts';
import { html, type Html } from '../layout/html.ts';
import type { Words } from '../words/words.ts';
import { changeTitle } from './change-title.ts';
import { textHtml } from './rich-text.ts';
import { resourceLink, valueHtml, type ValueContext } from './value-html.ts';

/**
 * Shows the changes that an edit made to values and proposals, node by node.
 * @rule Requests: What does the page of a history show of an edit?
 */
export function editHtml(
  edit: ShownEdit,
  graph: CompiledGraph | undefined,
  context: ValueContext,
): readonly Html[] {
  const { words } = context.paths;
  const card = graph?.nodegroups.find(({ nodegroupId }) => nodegroupId === edit.nodegroupId);
  const cardName = card && pickText(card.name, context.languages);
  return edit.changes.map((change) => {
    const rows = edit.type === 'relation delete' ? [] : valueRows(change, edit, graph, context);
    const title = changeTitle(change, edit, words);
    return html`<div class="tile">
      <h3>
        ${
          edit.nodegroupId === null
            ? title
            : words.html('edits.of-card', {
                change: title,
                card: html`<span dir="auto">${cardName ?? edit.nodegroupId}</span>`,
              })
        }
      </h3>
      ${edit.type === 'relation delete' && relationHtml(change.before, context)}
      ${edit.type === 'delete' && deletedNameHtml(change.before, context)}
      ${rows.length > 0 && html`<dl class="facts">${rows}</dl>`}
    </div>`;
  });
}

/** Returns a row for each changed node: first the nodes of the model in its order, then nodes that it no longer has. */
function valueRows(
  { before, after, outcome }: ShownChange,
  edit: ShownEdit,
  graph: CompiledGraph | undefined,
  context: ValueContext,
): readonly Html[] {
  if (edit.type === 'create' || edit.type === 'delete' || outcome === 'accepted') return [];
  const nodes = new Map(graph?.nodes.map((node) => [String(node.nodeId), node]));
  const shownIds = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  const ids = [...new Set(nodes.keys()).intersection(shownIds), ...shownIds.difference(nodes)];
  const { words } = context.paths;
  const newStateName = words.text(outcome === null ? 'edits.after' : 'edits.proposed');
  return ids.flatMap((id) => {
    const node = nodes.get(id);
    const showValue = (values: JsonObject | null) =>
      values && changedValueHtml(values[id], node, context);
    const [oldValue, newValue] = [showValue(before), showValue(after)];
    if (!oldValue && !newValue) return [];
    // A text in place of values has no node.
    const name = node ? labelOfNode(node, context.languages) : id || words.text('edits.value');
    const states = [
      stateHtml(words.text('edits.before'), oldValue, words),
      stateHtml(newStateName, newValue, words),
    ];
    const hasBothStates = before !== null && after !== null;
    return factRow(
      name,
      hasBothStates ? html`<div class="states">${states}</div>` : (oldValue ?? newValue ?? html``),
    );
  });
}

function stateHtml(name: string, value: Html | null | undefined, words: Words): Html {
  return html`<div>
    <small>${name}</small> ${value ?? html`<i>${words.text('edits.empty')}</i>`}
  </div>`;
}

/** Shows a value as the page of the record shows it. If a value is too long, the SQL statement returns only its length. */
function changedValueHtml(
  value: unknown,
  node: CompiledNode | undefined,
  context: ValueContext,
): Html | undefined {
  if (isObject(value) && typeof value['omitted'] === 'number')
    return html`<i>${context.paths.words.text('edits.too-long', { count: value['omitted'] })}</i>`;
  if (node !== undefined) return valueHtml(value, node, context);
  const text = formatAsText(value);
  return text === null ? undefined : textHtml(text, context.maxTextLength);
}

function relationHtml(relation: JsonObject | null, context: ValueContext): Html | false {
  const [from, to] = [relation?.['from'], relation?.['to']];
  if (typeof from !== 'string' || typeof to !== 'string') return false;
  const ends = { from: resourceLink(from, context), to: resourceLink(to, context) };
  return html`<p>${context.paths.words.html('edits.relation', ends)}</p>`;
}

/** The name of a deleted resource instance, from its descriptors. */
function deletedNameHtml(
  descriptors: JsonObject | null,
  { languages }: ValueContext,
): Html | false {
  const namesByLanguage = Object.entries(descriptors ?? {}).flatMap(([language, texts]) => {
    const name = isObject(texts) && isObject(texts['name']) ? texts['name']['value'] : undefined;
    return typeof name === 'string' ? [[language, name] as const] : [];
  });
  const name = pickText(Object.fromEntries(namesByLanguage), languages);
  return name !== null && html`<p dir="auto">${name}</p>`;
}
