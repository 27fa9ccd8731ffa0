// Google's own client libraries, unmodified: google-ads-node's generated clients, google-gax's REST transport
// over plain HTTP, and Google's auth library.
//
// The first two do not work together, also with Google's own server. google-ads-node ships its protos with
// the original snake_case names (pbjs --keep-case). The REST transport of google-gax looks up path parameters
// and JSON keys by lowerCamelCase names ("Cannot build HTTP request"). The clients accept the gax instance as
// their second parameter. The one given here is google-gax, except that it loads those protos with
// lowerCamelCase fields. Encoding, paths, decoding, paging, streaming and errors are all theirs.
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
    // protobufjs knows google.protobuf.Any and similar types by their original names.
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

/** Returns the options that connect a generated client to the emulator. */
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

/** Returns the error of a failed call as Google's own error type. */
export const failureOf = async (work: Promise<unknown>): Promise<Loose> => {
  try {
    await work
  } catch (failure) {
    return failure
  }
  throw new Error("the call should have failed")
}

/**
 * Decodes the Google Ads failure. google-gax returns details of unknown types as JSON, which the library's
 * protos decode.
 */
export const adsFailureOf = ({ statusDetails }: Loose): Loose => {
  const [root] = [...loaded.values()] as Loose[]
  const type = root.lookupType("google.ads.googleads.v25.errors.GoogleAdsFailure")
  const { "@type": _, ...json } = JSON.parse(statusDetails[0].description)
  return type.toObject(serializer.fromProto3JSON(type, json), { enums: String, longs: String })
}
