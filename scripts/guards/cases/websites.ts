import { type Chapter, cutsIn, testsIn } from "../guard.ts"
import { whenLookedUp } from "./client-documents.ts"

const target = cutsIn("packages/core/src/outbound/fetch/target.ts")
const fetcher = cutsIn("packages/core/src/outbound/fetch/fetcher.ts")
const addresses = cutsIn("packages/core/src/outbound/fetch/addresses.ts")
const crawl = cutsIn("packages/core/src/outbound/site/crawl.ts")
const createDraft = cutsIn("packages/core/src/drafts/edits/create-draft.ts")
const createAd = cutsIn("packages/core/src/drafts/edits/create-ad.ts")
const website = cutsIn("packages/core/src/campaigns/launch/addresses.ts")
const domain = cutsIn("packages/core/src/outbound/site/domain.ts")

const attacks = testsIn("packages/core/test/outbound/attacks.test.ts")
const ads = testsIn("packages/core/test/drafts/ads.test.ts")
const drafts = testsIn("packages/core/test/drafts/create.test.ts")
const surfaces = testsIn("packages/cli/test/surfaces/attacks.test.ts")
const crawling = testsIn("packages/core/test/outbound/crawl.test.ts")

const notOpen = "an address %s is not open"

export const websiteGuards: Chapter = {
  title: "Websites",
  guards: [
    {
      name: "website-private",
      attack: "A website_url that leads inside",
      held: "it is refused before anything is made of it",
      cuts: [
        createDraft(
          "return message === null ? null : new ValidationError(",
          "return message !== undefined ? null : new ValidationError("
        )
      ],
      witnesses: [
        drafts("for %s, which is no website of anybody", "http://127.0.0.1/"),
        surfaces("%s is neither a website nor a landing page", "http://169.254.169.254/latest/meta-data/")
      ]
    },
    {
      name: "website-port",
      attack: "A website_url with a port or a password, to speak with other servers than those of the web",
      held: "only the usual ports, and no user names",
      cuts: [
        target(`if (url.username !== "" || url.password !== "") return refused("credentials")`, ""),
        target(`if (url.port !== "") return refused("port")`, "")
      ],
      witnesses: [
        attacks("what an address says beside its host"),
        drafts("for %s, which is no website of anybody", "https://user:secret@northwind.test/")
      ]
    },
    {
      name: "ad-url-private",
      attack: "An ad's url that leads inside",
      held: "it is on the campaign's own website",
      cuts: [createAd("if (address !== null) return invalid", "if (address === undefined) return invalid")],
      witnesses: [
        ads("for %s, which is not on the campaign's domain", "http://127.0.0.1/"),
        surfaces("%s is neither a website nor a landing page", "http://169.254.169.254/latest/meta-data/")
      ]
    },
    {
      name: "fetch-private",
      attack: "A website whose name leads into a private network",
      held: "every address of a name is checked when it was looked up",
      cuts: [whenLookedUp],
      witnesses: [attacks("also on a port that the resolver names, for none but development's own")]
    },
    {
      name: "fetch-link-local",
      attack: "A link-local address",
      held: "only unicast addresses are open",
      cuts: [
        addresses(
          `if (parsed.range() !== "unicast") return false`,
          `if (parsed.range() !== "unicast") return parsed.range() === "linkLocal"`
        )
      ],
      witnesses: [attacks(notOpen, "that is link-local")]
    },
    {
      name: "fetch-cloud-metadata",
      attack: "A cloud's metadata at an address that looks like anybody's",
      held: "it is known and refused",
      cuts: [addresses(": !metadataInPublicSpace.has(parsed.toString())", ": parsed !== null")],
      witnesses: [attacks(notOpen, "of a cloud's metadata that looks like anybody's")]
    },
    {
      name: "fetch-names-of-the-inside",
      attack: "Names that only have a meaning inside, such as a cloud's metadata server",
      held: "they are refused before they are looked up",
      cuts: [target("isOpenAddress(name) : isOpenName(name)", "isOpenAddress(name) : name !== null")],
      witnesses: [attacks("metadata.google.internal"), attacks("printer.local")]
    },
    {
      name: "fetch-redirects",
      attack: "A website that redirects inside",
      held: "each hop is looked at as the first was; behind that, each look-up",
      cuts: [
        fetcher(
          "const target = yield* targetOf(from, options)",
          `const there = new URL(from)
        const target = left === most ? yield* targetOf(from, options) : { url: there, name: there.hostname.replace(/^\\[|\\]$/g, ""), isAddress: /^[\\d.]+$|:/.test(there.hostname) }`
        ),
        whenLookedUp
      ],
      witnesses: [attacks("%s: %s", "http://inside.test/", "private")]
    },
    {
      name: "fetch-rebinding",
      attack: "A website whose name leads inside on the second hop",
      held: "each hop is looked up and checked anew",
      cuts: [whenLookedUp],
      witnesses: [attacks("is refused on the hop on which it leads inside")]
    },
    {
      name: "similar-domain-ad",
      attack: "`evil-example.com` as an ad's page, for a campaign of `example.com`",
      held: "the registered domains are the same",
      cuts: [website("page === websiteOf(website)", `page.endsWith(websiteOf(website) ?? "")`)],
      witnesses: [
        ads("for %s, which is not on the campaign's domain", "https://evil-contoso.test/"),
        surfaces("%s is no page of a campaign's website", "https://evil-northwind.test/")
      ]
    },
    {
      name: "similar-domain-crawl",
      attack: "`evil-example.com` is read as a part of `example.com`",
      held: "the registered domains are the same",
      cuts: [
        crawl(
          "registeredDomain(to.hostname) === domain",
          `(registeredDomain(to.hostname) ?? "").endsWith(domain ?? "")`
        )
      ],
      witnesses: [crawling("is asked of each of its hosts, and of no other's, however alike its name is")]
    },
    {
      name: "similar-domain-profile",
      attack: "`evil-example.com` gets what the profile of `example.com` says",
      held: "the registered domains are the same",
      cuts: [
        domain(
          "domain === registeredDomain(new URL(other).hostname)",
          `domain.endsWith(registeredDomain(new URL(other).hostname) ?? "")`
        )
      ],
      witnesses: [crawling("%s is of the same website: %s", "http://evil-shop.test/", "false")]
    }
  ]
}
