/** The style of pages with a map, besides the style of every page. Its selectors are more specific than those of MapLibre. */
export const mapStyle = `
.map { position: relative; height: 22rem; margin: 0 0 1rem; padding: 0; overflow: hidden; color: var(--quiet); }
.map:not(.maplibregl-map) { display: grid; align-content: center; justify-items: center; }
@media (scripting: none) { .map { height: auto; } .map:empty { display: none; } }
.place .map { box-shadow: none; margin: 0; }
.map > p { padding: 1.5rem; }
.map .maplibregl-canvas:focus-visible { outline: 3px solid var(--focus); outline-offset: -3px; }
.map .maplibregl-popup-content { max-height: min(16rem, 50vh); overflow: auto; padding: 1rem 1.75rem 1rem 1rem; background: var(--surface); color: var(--ink); font: 1rem/1.45 var(--sans); border-radius: 8px; }
.map .maplibregl-popup-close-button { padding: 0 0.5rem; background: transparent; border: 0; color: var(--ink); font-size: 1.25rem; }
.map .maplibregl-popup-anchor-top .maplibregl-popup-tip, .map .maplibregl-popup-anchor-top-left .maplibregl-popup-tip, .map .maplibregl-popup-anchor-top-right .maplibregl-popup-tip { border-bottom-color: var(--surface); }
.map .maplibregl-popup-anchor-bottom .maplibregl-popup-tip, .map .maplibregl-popup-anchor-bottom-left .maplibregl-popup-tip, .map .maplibregl-popup-anchor-bottom-right .maplibregl-popup-tip { border-top-color: var(--surface); }
.map .maplibregl-popup-anchor-left .maplibregl-popup-tip { border-right-color: var(--surface); }
.map .maplibregl-popup-anchor-right .maplibregl-popup-tip { border-left-color: var(--surface); }
.map .maplibregl-ctrl-attrib a { text-decoration: underline; }
.map .maplibregl-ctrl-group { background: #fff; }
.map .maplibregl-ctrl-group button { padding: 0; background-color: transparent; border: 0; }
.map .maplibregl-ctrl { direction: ltr; }
.map-page { display: grid; grid-template-columns: minmax(0, 2fr) minmax(16rem, 1fr); gap: 0 1.5rem; }
.map-page .map { height: min(75vh, 44rem); }
.map-page .map-side { grid-row: 1 / 3; grid-column: 2; }
#map-models { margin: 0 0 1.25rem; padding: 1rem 1.25rem; }
#map-models legend { float: inline-start; width: 100%; margin-bottom: 0.5rem; font-weight: 600; }
#map-models label { display: flex; clear: both; align-items: center; gap: 0.5rem; padding: 0.2rem 0; }
#map-models input { flex: none; width: 1.1rem; height: 1.1rem; margin: 0; }
.swatch { flex: none; width: 0.8rem; height: 0.8rem; border-radius: 50%; }
.map-page .list { max-height: 32rem; overflow-y: auto; }
@media (max-width: 50rem) { .map-page { grid-template-columns: minmax(0, 1fr); } .map-page .map { height: 60vh; } .map-page .map-side { grid-row: auto; grid-column: auto; } }
`;
