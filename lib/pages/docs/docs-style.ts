/** The style of the page with all operations, besides the style of every page. */
export const docsStyle = `
.group { margin: 2.5rem 0 0.35rem; font: 600 1.5rem/1.2 var(--serif); }
.group + .lead { margin-bottom: 1rem; }
.operation, .group { scroll-margin-top: 1rem; }
.operation:target { border-color: var(--accent); box-shadow: 0 0 0 1px var(--accent); }
.operation h3 { overflow-wrap: anywhere; }
.operation h3 a { color: inherit; text-decoration: none; }
.operation h3 a:hover { text-decoration: underline; }
.operation h3 b { color: var(--accent); }
.operation h4 { margin-top: 1rem; }
.operation small { display: block; color: var(--quiet); font-size: 0.875rem; overflow-wrap: anywhere; }
.operation .facts > div { padding-block: 0.45rem; }
.operation summary { margin-top: 0.75rem; color: var(--accent); }
.parameter { display: grid; grid-template-columns: 13rem minmax(0, 1fr); gap: 0.25rem 1.5rem; align-items: center; margin-bottom: 0.6rem; overflow-wrap: anywhere; }
select { width: 100%; padding: 0.6rem 0.75rem; border: 1px solid var(--edge); border-radius: 8px; background: var(--surface); color: inherit; font: inherit; }
.status { margin: 0.9rem 0 0.5rem; font-weight: 600; overflow-wrap: anywhere; }
.status:empty { margin: 0; }
pre[role='region'] { max-height: 28rem; overflow-y: auto; }
@media (max-width: 40rem) { .parameter { grid-template-columns: 1fr; } }
`;
