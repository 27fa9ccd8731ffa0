import { type Chapter, cutsIn, testsIn } from "../guard.ts"

const clientDocument = cutsIn("packages/core/src/access/oauth/client-document.ts")
const clientAddress = cutsIn("packages/core/src/access/oauth/client-address.ts")
const limits = cutsIn("packages/core/src/outbound/fetch/limits.ts")
const target = cutsIn("packages/core/src/outbound/fetch/target.ts")
const fetcher = cutsIn("packages/core/src/outbound/fetch/fetcher.ts")
const request = cutsIn("packages/core/src/outbound/fetch/request.ts")
const addresses = cutsIn("packages/core/src/outbound/fetch/addresses.ts")
const body = cutsIn("packages/core/src/outbound/fetch/body.ts")

const documents = testsIn("packages/core/test/oauth/client-documents.test.ts")
const attacks = testsIn("packages/core/test/outbound/attacks.test.ts")
const limited = testsIn("packages/core/test/outbound/limits.test.ts")

const asked = "is never asked for %s"
const noClient = "is no client by an address %s"
const notOpen = "an address %s is not open"
const refusedWith = "is refused with %s, and nobody is sent anywhere"

const onSight = target("if (!(isAddress ? isOpenAddress(name) : isOpenName(name)))", "if (name === null)")
/** Websites are fetched the same way. */
export const whenLookedUp = fetcher(
  "ours === true || isOpenAddress(address)",
  "ours === true || address !== null"
)

export const clientDocumentGuards: Chapter = {
  title: "Clients that are documents",
  guards: [
    {
      name: "document-private",
      attack: "A client's metadata document at a private address",
      held: "an address is refused on sight; behind that, when it is connected to",
      cuts: [onSight, whenLookedUp],
      witnesses: [documents(asked, "on loopback"), documents(asked, "on IPv6's loopback")]
    },
    {
      name: "document-mapped",
      attack: "The same, written as an IPv6 address",
      held: "only what is handed out to anybody is open; mapped addresses are not, nor is the range they are in",
      cuts: [
        addresses(
          `if (parsed.range() !== "unicast") return false`,
          `if (!["unicast", "ipv4Mapped"].includes(parsed.range())) return false`
        ),
        addresses("? parsed.match(globalUnicast)", "? parsed !== null")
      ],
      witnesses: [documents(asked, "mapped into IPv6"), attacks(notOpen, "that is mapped into IPv6")]
    },
    {
      name: "document-decimal",
      attack: "The same, as one decimal number",
      held: "a client's id has one spelling, and that is none",
      cuts: [clientAddress("url.href === text &&", "")],
      witnesses: [
        documents(noClient, "in decimal"),
        documents(noClient, "in octal"),
        documents(noClient, "in capitals")
      ]
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
      witnesses: [limited("a server that never answers")]
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
    }
  ]
}
