/** The style of the pages of operations, besides the style of every page. */
export const docsStyle = `
.operation, .objects details, #operations li { scroll-margin-top: 1rem; }
.operation:target { border-color: var(--accent); box-shadow: 0 0 0 1px var(--accent); }
.operation h2, .list li > a { overflow-wrap: anywhere; }
#operations li > a, nav .list a { text-underline-offset: 0.3em; }
nav .list li { padding-block: 0.3rem; }
.operation h2 a { color: inherit; text-decoration: none; }
.operation h2 a:hover { text-decoration: underline; }
.operation h2 b, .list b { color: var(--accent); }
.operation small, #operations small { color: var(--quiet); font-size: 0.875rem; font-weight: 400; overflow-wrap: anywhere; }
.operation dt small, .operation dd > small, #operations small { display: block; }
.operation .facts > div { padding-block: 0.45rem; }
.operation dd p { margin-bottom: 0.3rem; }
main details summary { width: auto; color: var(--accent); }
.operation > details, .objects details { padding-block: 0.35rem; border-top: 1px solid var(--line); }
.operation > details:last-child { padding-bottom: 0; }
.operation pre, .objects pre { margin: 0 0 0.75rem; }
.curl { display: flex; flex-wrap: wrap; gap: 0.5rem 0.75rem; align-items: center; margin-bottom: 0.9rem; }
.curl pre { flex: 1 1 20rem; min-width: 0; margin: 0; }
.curl button { padding: 0.35rem 0.85rem; font-size: 0.9375rem; }
.fields { margin: 0 0 0.6rem; padding: 0; list-style: none; }
.fields li { padding: 0.2rem 0 0.2rem 0.75rem; border-left: 3px solid var(--line); overflow-wrap: anywhere; }
.fields small, .objects small { color: var(--quiet); font-size: 0.875rem; }
.fields span { display: block; font-size: 0.9375rem; }
.content { color: var(--quiet); font-size: 0.9375rem; }
.token-forms { display: flex; flex-wrap: wrap; gap: 1rem 2rem; margin-bottom: 1.25rem; }
.token-form { flex: 1 1 14rem; margin-top: 1rem; }
.token-form .field { margin-bottom: 0.75rem; }
.parameter { display: grid; grid-template-columns: 13rem minmax(0, 1fr); gap: 0.25rem 1.5rem; align-items: center; margin-bottom: 0.6rem; overflow-wrap: anywhere; }
select { width: 100%; padding: 0.6rem 0.75rem; border: 1px solid var(--edge); border-radius: 8px; background: var(--surface); color: inherit; font: inherit; }
.field select { margin-bottom: 0.75rem; }
.status { margin: 0.9rem 0 0.5rem; font-weight: 600; overflow-wrap: anywhere; }
.status:empty { margin: 0; }
pre[role='region'] { max-height: 28rem; overflow-y: auto; }
@media (max-width: 40rem) {
  .parameter { grid-template-columns: 1fr; }
  .curl pre { flex-basis: 10rem; padding: 0.6rem 0.75rem; }
  .operation p { margin-bottom: 0.6rem; }
}
@media print {
  .operation form, .curl button, #token { display: none; }
  details::details-content { content-visibility: visible; block-size: auto; }
  pre[role='region'] { max-height: none; }
}
`;
