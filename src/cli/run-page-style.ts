/** The style of the page of a run. The colours of text have a contrast of at least 4.5 on both grounds. */
export const pageStyle = `
:root { color-scheme: light dark; --ground: #f6f7f9; --card: #fff; --text: #16191d; --soft: #59626e; --line: #e1e5ea;
  --shown: #1f5fd6; --shown-area: #1f5fd633; --full: #6b7685; --full-area: #8a96a61f; --asked: #9a5b00; --bad: #b3261e;
  --good: #12703c; --bar: #dfe4ea; }
@media (prefers-color-scheme: dark) { :root { --ground: #101317; --card: #181c22; --text: #e8ebef; --soft: #9fa9b6;
  --line: #2a3038; --shown: #7cabff; --shown-area: #7cabff3d; --full: #93a0b1; --full-area: #93a0b11c; --asked: #f0b35a;
  --bad: #ff9088; --good: #6fd39a; --bar: #2d343d; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text); font: 15px/1.5 system-ui, -apple-system, "Segoe UI",
  Roboto, sans-serif; font-variant-numeric: tabular-nums; }
main { max-width: 1080px; margin: 0 auto; padding: 32px 20px 64px; }
h1 { font-size: 24px; line-height: 1.25; margin: 0; letter-spacing: -.01em; overflow-wrap: anywhere; }
h2 { font-size: 16px; margin: 0; }
header p, .note { color: var(--soft); margin: 4px 0 0; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(165px, 1fr)); gap: 12px; margin: 24px 0 0; padding: 0; }
.tiles div, section { background: var(--card); border: 1px solid var(--line); border-radius: 10px; }
.tiles div { padding: 14px 16px; }
.tiles dt { color: var(--soft); font-size: 13px; }
.tiles dd { margin: 2px 0 0; font-size: 25px; font-weight: 650; letter-spacing: -.02em; line-height: 1.2; }
.tiles dd small { display: block; white-space: nowrap; font-size: 13px; font-weight: 400; letter-spacing: 0; color: var(--soft); margin-top: 3px; }
section { margin-top: 16px; padding: 18px 20px; }
.head { display: flex; flex-wrap: wrap; gap: 6px 20px; align-items: baseline; justify-content: space-between; margin-bottom: 10px; }
.key { display: flex; flex-wrap: wrap; gap: 4px 16px; margin: 0; padding: 0; list-style: none; color: var(--soft); font-size: 13px; }
.key i { display: inline-block; width: 12px; height: 12px; border-radius: 3px; margin-right: 6px; vertical-align: -1px; }
.k-shown { background: var(--shown); } .k-full { background: var(--full); opacity: .55; } .k-asked { background: var(--asked); }
.k-bad { background: var(--bad); } .k-out { background: var(--bar); }
svg { display: block; width: 100%; height: auto; } svg.narrow { display: none; }
@media (max-width: 640px) { svg.wide { display: none; } svg.narrow { display: block; } main { padding: 20px 12px 48px; } }
.second { margin-top: 18px; }
svg text { fill: var(--soft); font-size: 12px; }
.grid { stroke: var(--line); } .full-area { fill: var(--full-area); } .shown-area { fill: var(--shown-area); }
.full-line { fill: none; stroke: var(--full); stroke-width: 1.5; stroke-dasharray: 5 4; }
.shown-line { fill: none; stroke: var(--shown); stroke-width: 2; stroke-linejoin: round; }
.limit { stroke: var(--bad); stroke-dasharray: 2 3; }
rect.shown { fill: var(--shown); } rect.asked { fill: var(--asked); } rect.failed { fill: var(--bad); }
.hover { fill: transparent; } .hover:hover { fill: var(--text); fill-opacity: .07; }
.scroll { overflow-x: auto; position: relative; margin: 0 -20px; padding: 0 20px; }
.scroll { background: linear-gradient(to right, var(--card), var(--card)) 0 / 32px 100% no-repeat local, linear-gradient(to left, var(--card), var(--card)) 100% / 32px 100% no-repeat local,
  linear-gradient(to right, var(--line), transparent) 0 / 14px 100% no-repeat, linear-gradient(to left, var(--line), transparent) 100% / 14px 100% no-repeat; }
table { border-collapse: collapse; width: 100%; font-size: 14px; }
caption { text-align: left; position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
th { text-align: left; font-weight: 500; font-size: 13px; color: var(--soft); white-space: nowrap; }
th, td { padding: 7px 14px 7px 0; border-bottom: 1px solid var(--line); vertical-align: middle; }
tbody tr:last-child td { border-bottom: 0; }
td { white-space: nowrap; } td.n, th.n { text-align: right; } td.soft { color: var(--soft); }
td.tool { max-width: 220px; overflow: hidden; text-overflow: ellipsis; font-weight: 550; }
code { font: 13px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
.bar { display: flex; height: 8px; width: 132px; border-radius: 4px; overflow: hidden; background: var(--bar); }
.bar i { display: block; flex: none; min-width: 2px; } .bar .k-asked { border-left: 1px solid var(--card); }
.bad { color: var(--bad); } .good { color: var(--good); } .asked { color: var(--asked); }
fieldset { border: 0; margin: 0 0 8px; padding: 0; display: flex; flex-wrap: wrap; gap: 6px; }
legend { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
fieldset label { border: 1px solid var(--line); border-radius: 999px; padding: 3px 12px; font-size: 13px; cursor: pointer; }
fieldset input { position: absolute; opacity: 0; }
fieldset label:has(:checked) { background: var(--text); color: var(--card); border-color: var(--text); }
fieldset label:has(:focus-visible) { outline: 2px solid var(--shown); outline-offset: 2px; }
section:has(#only-cut:checked) tbody tr:not(.cut), section:has(#only-asked:checked) tbody tr:not(.again),
section:has(#only-failed:checked) tbody tr:not(.bad-row) { display: none; }
footer { color: var(--soft); font-size: 13px; margin-top: 20px; }
@media print { fieldset { display: none; } body { background: none; } section { break-inside: avoid; } }
`
