import { html } from "hono/html"
import { docsPage } from "./page.ts"

/** The page that our user agent links to, for people who find it in the logs of their website. */
export const readingWebsitesPage = (): string =>
  docsPage({
    title: "Reading websites",
    body: html`<p>
      You found <code>Adwarden</code> in the logs of your website. A user of this service asked it to read the
      site, to create a business profile or a draft of an ad campaign from it.
    </p>
    <h2>What it does</h2>
    <p>
      It reads at most a few dozen pages of one domain, in one visit, three at a time, and stops after a minute. It requests
      only pages: no images, no scripts, no forms. It sends no cookies, and it does not return on its own.
    </p>
    <h2>How to block it or slow it down</h2>
    <p>It reads <code>robots.txt</code> first, and follows it. To block it everywhere:</p>
    <p><code>User-agent: Adwarden</code><br /><code>Disallow: /</code></p>
    <p><code>Crawl-delay: 5</code> makes it wait five seconds between two pages.</p>
    <h2>How to allow it</h2>
    <p><code>User-agent: Adwarden</code><br /><code>Allow: /</code></p>
    <p>
      It reads the HTML of a page and runs no scripts. A site that renders only in the browser looks empty to it; render such
      a site on its server.
    </p>`
  })
