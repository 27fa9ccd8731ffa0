/** The ad as searchers see it, beside the sources of its lines. */
export const adStyle = `
.adgrid { display: grid; grid-template-columns: minmax(0,24rem) minmax(0,1fr); gap: var(--s4); align-items: start }
.adgrid table { font-size: var(--s) }
.serp {
  max-width: 38rem; padding: var(--s4); border: var(--hair); border-radius: var(--r3); font-family: Arial, Roboto,
  sans-serif; overflow-wrap: anywhere
}
.serp .site { gap: var(--s3); line-height: 1.3; margin: .4rem 0 }
.serp .me { width: 1.75rem; height: 1.75rem }
.serp .title, .serp ul { color: var(--ad) }
.serp .title { font-size: 1.25rem; line-height: 1.3 }
.serp ul { display: flex; flex-wrap: wrap; gap: 0 var(--s4); margin-top: var(--s2) }
`
