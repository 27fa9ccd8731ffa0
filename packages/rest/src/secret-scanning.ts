import { SecretScanning } from "@adwarden/core"
import { PayloadTooLarge, ValidationError } from "@adwarden/core/contract"
import { readCapped } from "@adwarden/core/http"
import { type Env, makePipelineClient, makeRespond } from "@adwarden/http-host"
import { Effect } from "effect"
import type { Context } from "hono"

const maxBytes = 256 * 1024

/** Receives a code host's reports of leaked keys. The signature covers the bytes of the body. */
export const secretScanningRoute = Effect.gen(function* () {
  const callPipeline = yield* makePipelineClient("rest")
  const respond = yield* makeRespond
  const { report } = yield* SecretScanning
  const name = "secret_scanning.report"

  return async (c: Context<Env>): Promise<Response> => {
    const keyId = c.req.header("github-public-key-identifier")
    const signature = c.req.header("github-public-key-signature")
    const signatureOfBody = keyId === undefined || signature === undefined ? null : { keyId, signature }
    const invocation = Effect.map(
      Effect.promise(() => readCapped(c.req.raw, maxBytes)),
      (body) => {
        if (typeof body !== "string") return { endpoint: report(signatureOfBody, body) }
        const refusal =
          body === "too_large"
            ? new PayloadTooLarge({ limit: maxBytes })
            : new ValidationError({ fields: [{ path: "body", message: "ended early" }] })
        return { endpoint: { name, admits: "anyone", run: () => refusal } as const }
      }
    )
    return respond(await callPipeline(c, { name, invocation, allowAnonymous: true }))
  }
})
