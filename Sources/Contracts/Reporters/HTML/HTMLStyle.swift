/// The style sheet of the HTML report, for light and dark modes and for wide and narrow windows.
enum HTMLStyle {
    static let text = """
        :root {
          color-scheme: light dark;
          --paper: #fff; --raised: #f6f8fa; --ink: #1c2128; --faint: #59636e; --line: #d8dee4;
          --good: #116329; --bad: #b3261e; --warn: #7d4e00; --link: #0757ba; --focus: #0757ba;
          --bad-paper: #ffebe9; --warn-paper: #fff3d1;
          --heat1: #dafbe1; --heat2: #aceebb; --heat3: #6fdd8b; --heat4: #4ac26b; --on-heat: #0a3016;
        }
        @media (prefers-color-scheme: dark) {
          :root {
            --paper: #0f1318; --raised: #171c23; --ink: #e6edf3; --faint: #9aa5b1; --line: #2d343d;
            --good: #56d364; --bad: #ff8f88; --warn: #e3b341; --link: #79b8ff; --focus: #79b8ff;
            --bad-paper: #4a1518; --warn-paper: #3b2a05;
            --heat1: #0f3320; --heat2: #15532f; --heat3: #1c753f; --heat4: #259a53; --on-heat: #effff4;
          }
        }
        * { box-sizing: border-box; }
        body {
          margin: 0 auto; padding: 2rem clamp(1rem, 4vw, 3rem); max-width: 72rem;
          background: var(--paper); color: var(--ink);
          font: 14px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "DejaVu Sans", sans-serif;
          overflow-wrap: anywhere;
        }
        code, pre, .squares { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; }
        code { font-size: .92em; }
        header { border-left: 6px solid var(--line); padding-left: 1.1rem; }
        header.passed { border-color: var(--good); }
        header.failed { border-color: var(--bad); }
        header p { margin: .15rem 0; }
        .kicker { font-size: .8rem; letter-spacing: .06em; text-transform: uppercase; color: var(--faint); }
        h1 { margin: .1rem 0 .3rem; font-size: clamp(1.5rem, 4.5vw, 2.1rem); line-height: 1.2; font-weight: 650; }
        h2 { margin: 2.6rem 0 .8rem; font-size: 1.15rem; font-weight: 650; }
        h3 { margin: .6rem 0 0; font-size: 1rem; font-weight: 600; }
        h3 small { font-weight: 400; }
        h3 + p { margin: 0 0 .5rem; }
        small, .faint { color: var(--faint); font-size: .87rem; }
        .passed .mark, .good { color: var(--good); }
        .failed .mark, .bad { color: var(--bad); }
        .scroll { overflow-x: auto; }
        table { border-collapse: collapse; }
        th { font-weight: 500; text-align: left; }
        thead th { color: var(--faint); font-size: .87rem; }
        .coverage { border-collapse: separate; border-spacing: 3px; width: 100%; min-width: 34rem; margin-left: -3px; }
        .coverage thead th { text-align: center; }
        .coverage tbody th { padding-right: 1rem; white-space: nowrap; }
        .coverage tbody td, .cell { border-radius: 5px; text-align: center; font-variant-numeric: tabular-nums; }
        .coverage tbody td { padding: .5rem .3rem; width: 11%; font-weight: 600; white-space: nowrap; }
        .heat1 { background: var(--heat1); } .heat2 { background: var(--heat2); }
        .heat3 { background: var(--heat3); } .heat4 { background: var(--heat4); }
        .heat1, .heat2, .heat3, .heat4 { color: var(--on-heat); }
        .missed {
          color: var(--bad); box-shadow: inset 0 0 0 1.5px var(--bad);
          background:
            linear-gradient(to right, var(--heat4) var(--share, 0%), var(--bad) 0) bottom / 100% 5px no-repeat,
            var(--bad-paper);
        }
        .none {
          color: var(--faint);
          background: repeating-linear-gradient(135deg, var(--raised) 0 5px, transparent 5px 10px), var(--paper);
        }
        .legend { display: flex; flex-wrap: wrap; gap: .3rem 1.5rem; color: var(--faint); font-size: .87rem; }
        .cell { display: inline-block; min-width: 2.2rem; padding: 0 .4rem; font-weight: 600; }
        .kinds { margin-bottom: 1.2rem; }
        .kinds td { padding: .35rem .8rem .35rem 0; vertical-align: top; border-bottom: 1px solid var(--line); }
        .number { font-variant-numeric: tabular-nums; white-space: nowrap; text-align: right; font-weight: 600; }
        details { border: 1px solid var(--line); border-radius: 8px; margin: .5rem 0; padding: 0 1rem; }
        details.failure { border-left: 4px solid var(--bad); }
        details[open] { padding-bottom: .8rem; }
        details:has(> :target) { outline: 2px solid var(--focus); }
        .facts { display: grid; grid-template-columns: max-content 1fr; gap: .1rem 1rem; margin: .6rem 0 0; font-size: .87rem; }
        .facts dt { color: var(--faint); }
        .facts dd { margin: 0; }
        .failures-of:not(:target) { display: none; }
        .missed a { color: inherit; display: block; }
        a { color: var(--link); }
        :focus-visible { outline: 2px solid var(--focus); outline-offset: 1px; }
        mark { background: var(--warn-paper); color: inherit; text-decoration: underline; text-decoration-color: var(--warn); border-radius: 3px; }
        summary { padding: .6rem 0; cursor: pointer; }
        summary b { font-weight: 600; }
        .message { margin-left: 1.1rem; color: var(--faint); }
        pre {
          margin: .5rem 0; padding: .7rem .9rem; border-radius: 6px; background: var(--raised);
          font-size: .84rem; line-height: 1.45; white-space: pre-wrap;
        }
        .checks { width: 100%; table-layout: fixed; }
        .checks thead td { width: 9rem; }
        .checks th, .checks td { vertical-align: top; padding: .15rem .6rem .15rem 0; }
        .checks tbody th { padding-top: .5rem; }
        .checks pre { margin: 0; padding: .4rem .7rem; border-left: 3px solid var(--good); }
        .checks pre.actual { border-color: var(--bad); }
        .label { margin: .8rem 0 -.3rem; color: var(--faint); font-size: .87rem; }
        .row { display: flex; margin: .15rem 0 .35rem; }
        .row span { flex: none; width: 4.5rem; color: var(--faint); font-size: .8rem; line-height: 12px; }
        .squares { display: flex; flex: 1; flex-wrap: wrap; gap: 2px; margin: 0; }
        .squares i, .squares a { flex: 1 1 4px; max-width: 12px; height: 12px; border-radius: 2px; background: var(--heat3); }
        .squares .failed { background: var(--bad); }
        .squares .flaky { background: var(--heat3); box-shadow: inset 0 0 0 3px var(--bad); }
        .squares .known { background: var(--faint); }
        .squares .skipped { background: none; box-shadow: inset 0 0 0 1.5px var(--line); }
        .steps { width: 100%; }
        .steps th, .steps td { padding: .25rem 1rem .25rem 0; border-top: 1px solid var(--line); vertical-align: top; }
        .steps thead th { border: 0; }
        .steps td, .steps thead th { white-space: nowrap; overflow-wrap: normal; }
        .steps tbody th { min-width: 9rem; }
        footer { margin-top: 3rem; }
        @media (max-width: 40rem) {
          body { padding-top: 1rem; }
          .coverage { min-width: 0; font-size: .8rem; border-spacing: 2px; table-layout: fixed; }
          .coverage thead td { width: 30%; }
          .coverage thead th { font-size: .58rem; }
          .coverage tbody th { padding-right: 0; white-space: normal; line-height: 1.2; }
          .coverage tbody th small { display: none; }
          .coverage tbody td { padding: .45rem 0; width: auto; white-space: normal; overflow-wrap: normal; font-size: .66rem; }
          .checks, .checks tbody, .checks tr, .checks th, .checks td { display: block; width: 100%; }
          .checks thead { display: none; }
          .checks td { padding: .15rem 0; }
          .checks td::before { content: "expected"; color: var(--faint); font-size: .8rem; }
          .checks td + td::before { content: "actual"; }
        }
        """
}
