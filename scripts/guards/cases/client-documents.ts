import { type GuardGroup, patchesIn, testsIn } from "../guard.ts"

const clientDocument = patchesIn("packages/core/src/access/oauth/client-document.ts")
const clientAddress = patchesIn("packages/core/src/access/oauth/client.ts")
const limits = patchesIn("packages/core/src/outbound/fetch/limits.ts")
const target = patchesIn("packages/core/src/outbound/fetch/target.ts")
const fetcher = patchesIn("packages/core/src/outbound/fetch/fetcher.ts")
const request = patchesIn("packages/core/src/outbound/fetch/request.ts")
const addresses = patchesIn("packages/core/src/outbound/fetch/target.ts")
const body = patchesIn("packages/core/src/outbound/fetch/request.ts")

const documents = testsIn("packages/core/test/oauth/client-documents.test.ts")
const attacks = testsIn("packages/core/test/outbound/attacks.test.ts")
const limited = testsIn("packages/core/test/outbound/limits.test.ts")

const neverFetched = "is never fetched from %s"
const noClient = "is not a client at a URL %s"
const notOpen = "the address %s is private"
const refusedWith = "is rejected with %s, and nobody is redirected"

const onSight = target("if (!(isAddress ? isPublicAddress(name) : isPublicName(name)))", "if (name === null)")
/** Also used for websites, which are fetched the same way. */
export const whenLookedUp = fetcher(
  "isDevelopment === true || isPublicAddress(address)",
  "isDevelopment === true || address !== null"
)

export const clientDocumentGuards: GuardGroup = {
  title: "Client metadata documents",
  guards: [
    {
      name: "document-private",
      attack: "A client's metadata document at a private address",
      defence: "an address in a URL is rejected before the lookup; behind that, when connecting",
      patches: [onSight, whenLookedUp],
      provingTests: [documents(neverFetched, "on loopback"), documents(neverFetched, "on IPv6's loopback")]
    },
    {
      name: "document-mapped",
      attack: "The same, written as an IPv6 address",
      defence: "only public unicast addresses are allowed; mapped addresses and their range are not",
      patches: [
        addresses(
          `if (parsed.range() !== "unicast") return false`,
          `if (!["unicast", "ipv4Mapped"].includes(parsed.range())) return false`
        ),
        addresses("? parsed.match(globalUnicast)", "? parsed !== null")
      ],
      provingTests: [
        documents(neverFetched, "mapped into IPv6"),
        attacks(notOpen, "that is mapped into IPv6")
      ]
    },
    {
      name: "document-decimal",
      attack: "The same, as a decimal number",
      defence: "a client id must be a URL in its normal form",
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
      defence: "redirects are not followed",
      patches: [limits("redirects: 0,", "redirects: 5,")],
      provingTests: [documents(refusedWith, "a redirect")]
    },
    {
      name: "document-rebinding",
      attack: "A host name that resolves to another address when connecting",
      defence: "the name is resolved once, and the connection uses that address",
      patches: [request("host: address,", "host: name,")],
      provingTests: [attacks("is resolved once, and the connection uses that address")]
    },
    {
      name: "document-silent",
      attack: "A server that sends nothing",
      defence: "a timeout of a few seconds without data",
      patches: [request("timeout: limits.idleSeconds * 1000", "timeout: 0")],
      provingTests: [limited("a server that never responds")]
    },
    {
      name: "document-slow",
      attack: "A server that sends data slowly forever",
      defence: "a timeout for the whole response",
      patches: [fetcher("duration: seconds * 1000,", "duration: seconds * 1_000_000,")],
      provingTests: [limited("a server that sends very slowly")]
    },
    {
      name: "document-large",
      attack: "An endless metadata document",
      defence: "a limit of 64 KiB",
      patches: [limits("bytes: 64 * 1024,", "bytes: 64 * 1024 * 1024,")],
      provingTests: [documents(refusedWith, "more than anybody reads")]
    },
    {
      name: "document-unpacks",
      attack: "A small compressed body that expands into a huge one",
      defence: "decompressed bytes count towards the limit",
      patches: [
        body(
          "if (chunk.length > bytes - length)",
          "if (chunk.length > bytes - length && decompressor === null)"
        )
      ],
      provingTests: [limited("body that decompresses to a huge one is stopped at the limit")]
    },
    {
      name: "document-client-id",
      attack: "A copy of another client's document",
      defence: "a document must contain its own URL",
      patches: [clientDocument("if (members.client_id !== id)", "if (members === null)")],
      provingTests: [documents(refusedWith, "another client_id"), documents(refusedWith, "no client_id")]
    }
  ]
}
