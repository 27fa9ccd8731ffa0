import { type GuardGroup, patchesIn, testsIn } from "../guard.ts"
import { whenLookedUp } from "./client-documents.ts"

const target = patchesIn("packages/core/src/outbound/fetch/target.ts")
const fetcher = patchesIn("packages/core/src/outbound/fetch/fetcher.ts")
const addresses = patchesIn("packages/core/src/outbound/fetch/target.ts")
const request = patchesIn("packages/core/src/outbound/fetch/request.ts")
const crawl = patchesIn("packages/core/src/outbound/site/crawl.ts")
const createDraft = patchesIn("packages/core/src/drafts/edits/create-draft.ts")
const createAd = patchesIn("packages/core/src/drafts/edits/create-ad.ts")
const website = patchesIn("packages/core/src/campaigns/launch/addresses.ts")
const domain = patchesIn("packages/core/src/outbound/site/domain.ts")

const attacks = testsIn("packages/core/test/outbound/attacks.test.ts")
const ads = testsIn("packages/core/test/drafts/ads.test.ts")
const drafts = testsIn("packages/core/test/drafts/create.test.ts")
const surfaces = testsIn("packages/server/test/surfaces/attacks.test.ts")
const crawling = testsIn("packages/core/test/outbound/crawl.test.ts")
const floods = testsIn("packages/core/test/outbound/floods.test.ts")

const notOpen = "the address %s is private"

export const websiteGuards: GuardGroup = {
  title: "Websites",
  guards: [
    {
      name: "website-private",
      attack: "A website_url in the private network",
      defence: "it is rejected before it is used",
      patches: [
        createDraft(
          "return message === null ? null : new ValidationError(",
          "return message !== undefined ? null : new ValidationError("
        )
      ],
      provingTests: [
        drafts("for %s, which is not a valid website", "http://127.0.0.1/"),
        surfaces("rejects %s as a website and as a landing page", "http://169.254.169.254/latest/meta-data/")
      ]
    },
    {
      name: "website-port",
      attack: "A website_url with a port or a password, to reach other servers than web servers",
      defence: "only the default ports, and no user names",
      patches: [
        target(`if (url.username !== "" || url.password !== "") return reject("credentials")`, ""),
        target(`if (url.port !== "") return reject("port")`, "")
      ],
      provingTests: [
        attacks("the other parts of a URL"),
        drafts("for %s, which is not a valid website", "https://user:secret@northwind.test/")
      ]
    },
    {
      name: "ad-url-private",
      attack: "An ad's URL in the private network",
      defence: "it must be on the campaign's own website",
      patches: [
        createAd("if (address !== null) return invalid", "if (address === undefined) return invalid")
      ],
      provingTests: [
        ads("for %s, which is not on the campaign's domain", "http://127.0.0.1/"),
        surfaces("rejects %s as a website and as a landing page", "http://169.254.169.254/latest/meta-data/")
      ]
    },
    {
      name: "fetch-private",
      attack: "A website whose name resolves to a private address",
      defence: "every resolved address is checked",
      patches: [whenLookedUp],
      provingTests: [attacks("also on a port that the resolver names, except for development names")]
    },
    {
      name: "fetch-link-local",
      attack: "A link-local address",
      defence: "only public unicast addresses are allowed",
      patches: [
        addresses(
          `if (parsed.range() !== "unicast") return false`,
          `if (parsed.range() !== "unicast") return parsed.range() === "linkLocal"`
        )
      ],
      provingTests: [attacks(notOpen, "that is link-local")]
    },
    {
      name: "fetch-cloud-metadata",
      attack: "A cloud's metadata server at a public-looking address",
      defence: "such addresses are listed and rejected",
      patches: [addresses(": !metadataInPublicSpace.has(parsed.toString())", ": parsed !== null")],
      provingTests: [attacks(notOpen, "of a cloud's metadata that looks like anybody's")]
    },
    {
      name: "fetch-names-of-the-inside",
      attack: "Names of the private network, such as a cloud's metadata server",
      defence: "they are rejected before the lookup",
      patches: [
        target("isPublicAddress(name) : isPublicName(name)", "isPublicAddress(name) : name !== null")
      ],
      provingTests: [attacks("metadata.google.internal"), attacks("printer.local")]
    },
    {
      name: "fetch-redirects",
      attack: "A website that redirects into the private network",
      defence: "each redirect is checked like the first URL; behind that, each lookup",
      patches: [
        fetcher(
          "const target = yield* parseTarget(from, options)",
          `const there = new URL(from)
        const target = left === most ? yield* targetOf(from, options) : { url: there, name: there.hostname.replace(/^\\[|\\]$/g, ""), isAddress: /^[\\d.]+$|:/.test(there.hostname) }`
        ),
        whenLookedUp
      ],
      provingTests: [attacks("%s: %s", "http://inside.test/", "private")]
    },
    {
      name: "fetch-rebinding",
      attack: "A website whose name resolves to a private address after a redirect",
      defence: "each redirect is resolved and checked again",
      patches: [whenLookedUp],
      provingTests: [attacks("is rejected on the hop on which it becomes private")]
    },
    {
      name: "fetch-flood",
      attack:
        "A website that sends informational responses without end, which block the process on every retry",
      defence: "the bytes before and after the response's head are limited, and the failure is final",
      patches: [request("if (received > limit) onFlood()", "")],
      provingTests: [floods("as a website ends the task at once")]
    },
    {
      name: "similar-domain-ad",
      attack: "`evil-example.com` as an ad's landing page, for a campaign of `example.com`",
      defence: "the registered domains must be the same",
      patches: [website("page === websiteOf(website)", `page.endsWith(websiteOf(website) ?? "")`)],
      provingTests: [
        ads("for %s, which is not on the campaign's domain", "https://evil-contoso.test/"),
        surfaces("rejects %s as a page of a campaign's website", "https://evil-northwind.test/")
      ]
    },
    {
      name: "similar-domain-crawl",
      attack: "`evil-example.com` is treated as part of `example.com`",
      defence: "the registered domains must be the same",
      patches: [
        crawl(
          "registeredDomain(to.hostname) === domain",
          `(registeredDomain(to.hostname) ?? "").endsWith(domain ?? "")`
        )
      ],
      provingTests: [
        crawling("is read from each host of the site, and from no other site with a similar name")
      ]
    },
    {
      name: "similar-domain-profile",
      attack: "`evil-example.com` receives the profile of `example.com`",
      defence: "the registered domains must be the same",
      patches: [
        domain(
          "domain === registeredDomain(new URL(other).hostname)",
          `domain.endsWith(registeredDomain(new URL(other).hostname) ?? "")`
        )
      ],
      provingTests: [crawling("%s is on the same site: %s", "http://evil-shop.test/", "false")]
    }
  ]
}
