import { type Chapter, cutsIn, testsIn } from "../guard.ts"

const clientDocument = cutsIn("packages/core/src/access/oauth/client-document.ts")
const clientAddress = cutsIn("packages/core/src/access/oauth/client-address.ts")
const limits = cutsIn("packages/core/src/outside/fetch/limits.ts")
const target = cutsIn("packages/core/src/outside/fetch/target.ts")
const fetcher = cutsIn("packages/core/src/outside/fetch/fetcher.ts")
const request = cutsIn("packages/core/src/outside/fetch/request.ts")
const addresses = cutsIn("packages/core/src/outside/fetch/addresses.ts")
const body = cutsIn("packages/core/src/outside/fetch/body.ts")
const crawl = cutsIn("packages/core/src/outside/site/crawl.ts")
const createDraft = cutsIn("packages/core/src/drafts/edits/create-draft.ts")
const createAd = cutsIn("packages/core/src/drafts/edits/create-ad.ts")
const website = cutsIn("packages/core/src/campaigns/launch/addresses.ts")
const domain = cutsIn("packages/core/src/outside/site/domain.ts")

const documents = testsIn("packages/core/test/oauth/client-documents.test.ts")
const attacks = testsIn("packages/core/test/outside/attacks.test.ts")
const limited = testsIn("packages/core/test/outside/limits.test.ts")
const names = testsIn("packages/core/test/outside/names.test.ts")
const ads = testsIn("packages/core/test/drafts/ads.test.ts")
const drafts = testsIn("packages/core/test/drafts/create.test.ts")
const surfaces = testsIn("packages/cli/test/surfaces/attacks.test.ts")
const crawling = testsIn("packages/core/test/outside/crawl.test.ts")

const asked = "is never asked for %s"
const noClient = "is no client by an address %s"
const refusedWith = "is refused with %s, and nobody is sent anywhere"

const onSight = target("if (!(isAddress ? isOpenAddress(name) : isOpenName(name)))", "if (name === null)")
const whenLookedUp = fetcher("ours === true || isOpenAddress(address)", "ours === true || address !== null")

export const fetchingGuards: Chapter = {
  title: "Fetching what strangers name",
  guards: [
    {
      name: "document-private",
      attack: "A client's metadata document at a private address",
      held: "an address is refused on sight; behind that, when it is connected to",
      cuts: [onSight, whenLookedUp],
      witnesses: [documents(asked, "on loopback"), documents(asked, "in a private network"), documents(asked, "at a cloud's metadata")]
    },
    {
      name: "document-mapped",
      attack: "The same, written as an IPv6 address",
      held: "only what is handed out to anybody is open; mapped addresses are not, nor is the range they are in",
      cuts: [
        addresses(`if (parsed.range() !== "unicast") return false`, `if (!["unicast", "ipv4Mapped"].includes(parsed.range())) return false`),
        addresses("? parsed.match(globalUnicast)", "? parsed !== null")
      ],
      witnesses: [documents(asked, "mapped into IPv6"), attacks("[::ffff:127.0.0.1]"), attacks("[::ffff:a9fe:a9fe]")]
    },
    {
      name: "document-decimal",
      attack: "The same, as one decimal number",
      held: "a client's id has one spelling, and that is none",
      cuts: [clientAddress("url.href === text &&", "")],
      witnesses: [documents(noClient, "in decimal"), documents(noClient, "in octal"), documents(noClient, "in capitals")]
    },
    {
      name: "document-redirect",
      attack: "A metadata document that redirects",
      held: "it is not followed",
      cuts: [limits("redirects: 0,", "redirects: 5,")],
      witnesses: [documents(refusedWith, "a redirect")]
    },
    {
      name: "document-rebinding",
      attack: "A name that leads elsewhere when it is connected to",
      held: "it is looked up once, and connected to at that address",
      cuts: [request("host: address,", "host: name,")],
      witnesses: [attacks("is asked once, and the connection goes to what was answered")]
    },
    {
      name: "document-silent",
      attack: "A server that says nothing",
      held: "a few seconds without a byte",
      cuts: [request("timeout: limits.idleSeconds * 1000", "timeout: 0")],
      witnesses: [limited("a server that never answers"), limited("one that stops in the middle")]
    },
    {
      name: "document-slow",
      attack: "A server that says a little for ever",
      held: "so many seconds for all of it",
      cuts: [fetcher("duration: seconds * 1000,", "duration: seconds * 1_000_000,")],
      witnesses: [limited("one that always sends a little")]
    },
    {
      name: "document-large",
      attack: "A metadata document without end",
      held: "64 KiB at most",
      cuts: [limits("bytes: 64 * 1024,", "bytes: 64 * 1024 * 1024,")],
      witnesses: [documents(refusedWith, "more than anybody reads")]
    },
    {
      name: "document-unpacks",
      attack: "A small body that unpacks into a huge one",
      held: "bytes are counted as they are unpacked",
      cuts: [body("if (piece.length > left)", "if (piece.length > left && unpacker === null)")],
      witnesses: [limited("body that unpacks into a huge one is stopped while it unpacks")]
    },
    {
      name: "document-client-id",
      attack: "A copy of another client's document",
      held: "a document names its own address",
      cuts: [clientDocument("if (said.client_id !== id)", "if (said === null)")],
      witnesses: [documents(refusedWith, "another client_id"), documents(refusedWith, "no client_id")]
    },
    {
      name: "website-private",
      attack: "A website_url that leads inside",
      held: "it is refused before anything is made of it",
      cuts: [createDraft("return message === null ? null : new ValidationError(", "return message !== undefined ? null : new ValidationError(")],
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
      witnesses: [
        attacks("a name that leads inside is refused when it was looked up"),
        attacks("also when only one of its addresses does"),
        names("what name servers answer is held against the rules like anything else")
      ]
    },
    {
      name: "fetch-link-local",
      attack: "A link-local address",
      held: "only unicast addresses are open",
      cuts: [addresses(`if (parsed.range() !== "unicast") return false`, `if (parsed.range() !== "unicast") return parsed.range() === "linkLocal"`)],
      witnesses: [attacks("169.254.169.254"), attacks("0xa9fea9fe")]
    },
    {
      name: "fetch-cloud-metadata",
      attack: "A cloud's metadata at an address that looks like anybody's",
      held: "it is known and refused",
      cuts: [addresses(": !metadataInPublicSpace.has(parsed.toString())", ": parsed !== null")],
      witnesses: [attacks("168.63.129.16")]
    },
    {
      name: "fetch-names-of-the-inside",
      attack: "Names that only have a meaning inside, such as a cloud's metadata server",
      held: "they are refused before they are looked up",
      cuts: [target("isOpenAddress(name) : isOpenName(name)", "isOpenAddress(name) : name !== null")],
      witnesses: [attacks("metadata.google.internal"), attacks("printer.local"), documents(asked, "at a name of the inside")]
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
      witnesses: [attacks("every redirect is looked at as the first address was")]
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
      cuts: [crawl("registeredDomain(to.hostname) === domain", `(registeredDomain(to.hostname) ?? "").endsWith(domain ?? "")`)],
      witnesses: [crawling("is asked of each of its hosts, and of no other's, however alike its name is")]
    },
    {
      name: "similar-domain-profile",
      attack: "`evil-example.com` gets what the profile of `example.com` says",
      held: "the registered domains are the same",
      cuts: [domain("domain === registeredDomain(new URL(other).hostname)", `domain.endsWith(registeredDomain(new URL(other).hostname) ?? "")`)],
      witnesses: [crawling("%s is of the same website: %s", "http://evil-shop.test/", "false")]
    }
  ]
}
