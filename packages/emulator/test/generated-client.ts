// google-ads-node's generated clients and google-gax's REST transport over plain HTTP, with Google's own auth library
// fetching the tokens: nobody here wrote any of them.
//
// One thing stands between the first two, and it would at Google's own address too: google-ads-node ships its protos
// with the original snake_case names (pbjs --keep-case), while the REST transport of google-gax looks path parameters
// and JSON keys up by lowerCamelCase names ("Cannot build HTTP request"). The clients take the gax they are to use as
// their second parameter; the one given here is google-gax itself, except that it loads those protos with their
// fields in lowerCamelCase. Encoding, paths, decoding, paging, streaming and errors are all theirs.
import { createRequire } from "node:module"
import type { Emulator } from "../src/index.ts"
import type { Loose } from "./support.ts"

const require = createRequire(import.meta.url)
export const googleAds: Loose = require("google-ads-node")
const plainGax: Loose = createRequire(require.resolve("google-ads-node"))("google-gax")

const serializer: Loose = createRequire(
  createRequire(require.resolve("google-ads-node")).resolve("google-gax")
)("proto3-json-serializer")

const camelCase = (name: string) => name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())

const withCamelCaseFields = (node: Loose): Loose => ({
  ...node,
  ...(node.fields && {
    fields: Object.fromEntries(Object.entries(node.fields).map(([name, field]) => [camelCase(name), field]))
  }),
  ...(node.oneofs && {
    oneofs: Object.fromEntries(
      Object.entries<Loose>(node.oneofs).map(([name, { oneof }]) => [name, { oneof: oneof.map(camelCase) }])
    )
  }),
  ...(node.nested && {
    // protobufjs knows google.protobuf.Any and its like by their original names.
    nested: Object.fromEntries(
      Object.entries(node.nested).map(([name, inner]) => [
        name,
        name === "protobuf" ? inner : withCamelCaseFields(inner)
      ])
    )
  })
})

const loaded = new Map<unknown, unknown>()
class GrpcClient extends plainGax.fallback.GrpcClient {
  loadProtoJSON(json: unknown): unknown {
    if (!loaded.has(json)) loaded.set(json, super.loadProtoJSON(withCamelCaseFields(json)))
    return loaded.get(json)
  }
}
export const gax = { ...plainGax, fallback: { ...plainGax.fallback, GrpcClient } }

/** How a generated client is pointed at the emulator. */
export const optionsFor = (emulator: Emulator, refreshToken: string): Loose => ({
  fallback: true,
  protocol: "http",
  apiEndpoint: "127.0.0.1",
  port: emulator.port,
  authClient: new plainGax.googleAuthLibrary.UserRefreshClient({
    clientId: "a-client",
    clientSecret: "a-secret",
    refreshToken,
    endpoints: { oauth2TokenUrl: emulator.tokenUrl }
  })
})

/** The failure as Google's own error type hands it over. */
export const failureOf = async (work: Promise<unknown>): Promise<Loose> => {
  try {
    await work
  } catch (failure) {
    return failure
  }
  throw new Error("it should have been refused")
}

/** google-gax hands over details of types it does not know as JSON; the library's protos decode them. */
export const adsFailureOf = ({ statusDetails }: Loose): Loose => {
  const [root] = [...loaded.values()] as Loose[]
  const type = root.lookupType("google.ads.googleads.v25.errors.GoogleAdsFailure")
  const { "@type": _, ...json } = JSON.parse(statusDetails[0].description)
  return type.toObject(serializer.fromProto3JSON(type, json), { enums: String, longs: String })
}
