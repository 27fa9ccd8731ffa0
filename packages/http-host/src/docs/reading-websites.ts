import { html } from "hono/html"
import { docsPage } from "./page.ts"

/** The page that our user agent names, for those who find us in the logs of their website. */
export const readingWebsitesPage = (): string =>
  docsPage({
    title: "Reading websites",
    body: html`<p>
      You found <code>Adwarden</code> in the logs of your website. Somebody who uses this service asked it to read the
      site, to make a business profile or a draft of an ad campaign from what it says.
    </p>
    <h2>What it does</h2>
    <p>
      It reads at most a few dozen pages of one domain, in one go, three at a time, and stops after a minute. It asks for
      pages and nothing else: no pictures, no scripts, no forms. It sends no cookies, and it does not come back by itself.
    </p>
    <h2>How to keep it out, or to slow it down</h2>
    <p>It reads <code>robots.txt</code> first, and keeps to it. To keep it out of everything:</p>
    <p><code>User-agent: Adwarden</code><br /><code>Disallow: /</code></p>
    <p><code>Crawl-delay: 5</code> makes it rest five seconds between two pages.</p>
    <h2>How to let it in</h2>
    <p><code>User-agent: Adwarden</code><br /><code>Allow: /</code></p>
    <p>
      It reads what is in the page itself. A site whose words come from scripts alone looks empty to it; have such a site
      rendered on its server.
    </p>`
  })
