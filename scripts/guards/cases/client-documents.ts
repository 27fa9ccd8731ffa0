import { type GuardGroup, patchesIn, testsIn } from "../guard.ts"

const clientDocument = patchesIn("packages/core/src/access/oauth/client-document.ts")
const clientAddress = patchesIn("packages/core/src/access/oauth/client-id-url.ts")
const limits = patchesIn("packages/core/src/outbound/fetch/limits.ts")
const target = patchesIn("packages/core/src/outbound/fetch/target.ts")
const fetcher = patchesIn("packages/core/src/outbound/fetch/fetcher.ts")
const request = patchesIn("packages/core/src/outbound/fetch/request.ts")
const addresses = patchesIn("packages/core/src/outbound/fetch/target.ts")
const body = patchesIn("packages/core/src/outbound/fetch/request.ts")

const documents = testsIn("packages/core/test/oauth/client-documents.test.ts")
const attacks = testsIn("packages/core/test/outbound/attacks.test.ts")
const limited = testsIn("packages/core/test/outbound/limits.test.ts")

const asked = "is never fetched from %s"
const noClient = "is not a client at a URL %s"
const notOpen = "the address %s is private"
const refusedWith = "is rejected with %s, and nobody is redirected"

const onSight = target("if (!(isAddress ? isPublicAddress(name) : isPublicName(name)))", "if (name === null)")
/** Websites are fetched the same way. */
export const whenLookedUp = fetcher(
  "isDevelopment === true || isPublicAddress(address)",
  "isDevelopment === true || address !== null"
)

export const clientDocumentGuards: GuardGroup = {
  title: "Clients that are documents",
  guards: [
    {
      name: "document-private",
      attack: "A client's metadata document at a private address",
      defence: "an address is refused on sight; behind that, when it is connected to",
      patches: [onSight, whenLookedUp],
      provingTests: [documents(asked, "on loopback"), documents(asked, "on IPv6's loopback")]
    },
    {
      name: "document-mapped",
      attack: "The same, written as an IPv6 address",
      defence:
        "only what is handed out to anybody is open; mapped addresses are not, nor is the range they are in",
      patches: [
        addresses(
          `if (parsed.range() !== "unicast") return false`,
          `if (!["unicast", "ipv4Mapped"].includes(parsed.range())) return false`
        ),
        addresses("? parsed.match(globalUnicast)", "? parsed !== null")
      ],
      provingTests: [documents(asked, "mapped into IPv6"), attacks(notOpen, "that is mapped into IPv6")]
    },
    {
      name: "document-decimal",
      attack: "The same, as one decimal number",
      defence: "a client's id has one spelling, and that is none",
      patches: [clientAddress("url.href === text &&", "")],
      provingTests: [
        documents(noClient, "in decimal"),
        documents(noClient, "in octal"),
        documents(noClient, "in capitals")
      ]
    },
    {
      name: "document-redirect",
      attack: "A metadata document that redirects",
      defence: "it is not followed",
      patches: [limits("redirects: 0,", "redirects: 5,")],
      provingTests: [documents(refusedWith, "a redirect")]
    },
    {
      name: "document-rebinding",
      attack: "A name that leads elsewhere when it is connected to",
      defence: "it is looked up once, and connected to at that address",
      patches: [request("host: address,", "host: name,")],
      provingTests: [attacks("is resolved once, and the connection uses that address")]
    },
    {
      name: "document-silent",
      attack: "A server that says nothing",
      defence: "a few seconds without a byte",
      patches: [request("timeout: limits.idleSeconds * 1000", "timeout: 0")],
      provingTests: [limited("a server that never responds")]
    },
    {
      name: "document-slow",
      attack: "A server that says a little for ever",
      defence: "so many seconds for all of it",
      patches: [fetcher("duration: seconds * 1000,", "duration: seconds * 1_000_000,")],
      provingTests: [limited("a server that sends very slowly")]
    },
    {
      name: "document-large",
      attack: "A metadata document without end",
      defence: "64 KiB at most",
      patches: [limits("bytes: 64 * 1024,", "bytes: 64 * 1024 * 1024,")],
      provingTests: [documents(refusedWith, "more than anybody reads")]
    },
    {
      name: "document-unpacks",
      attack: "A small body that unpacks into a huge one",
      defence: "bytes are counted as they are unpacked",
      patches: [body("if (chunk.length > remaining)", "if (chunk.length > remaining && unpacker === null)")],
      provingTests: [limited("body that decompresses to a huge one is stopped at the limit")]
    },
    {
      name: "document-client-id",
      attack: "A copy of another client's document",
      defence: "a document names its own address",
      patches: [clientDocument("if (members.client_id !== id)", "if (members === null)")],
      provingTests: [documents(refusedWith, "another client_id"), documents(refusedWith, "no client_id")]
    }
  ]
}
