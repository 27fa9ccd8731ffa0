import { fileURLToPath } from "node:url"
import { createEmulator, serveSiteFolders } from "@adwarden/google-ads-emulator"
import { Effect, type Either, Layer, Logger, Redacted } from "effect"
import type { KeywordInUse } from "../../../src/campaigns/index.ts"
import type { BusinessFacts } from "../../../src/drafts/copy/facts.ts"
import { businessFactsFrom } from "../../../src/drafts/from-site.ts"
import { generateDraft } from "../../../src/drafts/writing/generate.ts"
import { businessLocationsOf } from "../../../src/organizations/index.ts"
import { fetching, reading, type Site, SiteReader } from "../../../src/outbound/index.ts"
import { GoogleAds, type Platform, PlatformLogins } from "../../../src/platform/index.ts"
import { type LanguageModelSettings, Settings } from "../../../src/settings.ts"

/*
 * Drafts of the corpus with the real reader, the real adapter and the emulator, without a database: the account has
 * no campaigns and tracks no conversions.
 */

export type CorpusDraft = Effect.Effect.Success<ReturnType<typeof generateDraft>> & {
  readonly language: string
  readonly brand: string
  readonly facts: BusinessFacts
  readonly site: Site
}

const customerId = "5559999999"
const token = "corpus"

const control = (url: string, path: string, body: object) =>
  fetch(`${url}/_control/${path}`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body)
  })

const logins = Layer.succeed(PlatformLogins, {
  candidate: () => login,
  connect: () => Effect.die("the corpus stores no login"),
  refreshToken: () => Effect.succeed(Redacted.make(token)),
  markBroken: () => Effect.void
})
const login: Platform.PlatformLogin = {
  platform: "google_ads",
  organizationId: 1,
  loginId: 1,
  email: null,
  sealedToken: new Uint8Array(),
  client: "web"
}

/** Starts the emulator and the websites. `draft` returns the draft of a website, or why there is none. */
export const openCorpus = async (
  folder = fileURLToPath(new URL("sites", import.meta.url)),
  languageModel: LanguageModelSettings | null = null,
  tracksConversions = false
) => {
  const emulator = await createEmulator({ world: "empty" })
  const folders = await serveSiteFolders(folder)
  const conversionTrackingStatus = tracksConversions
    ? "CONVERSION_TRACKING_MANAGED_BY_SELF"
    : "NOT_CONVERSION_TRACKED"
  await control(emulator.url, "customers", {
    id: customerId,
    conversionTrackingSetting: { conversionTrackingStatus }
  })
  await control(emulator.url, "logins", {
    refreshToken: token,
    email: "ads@corpus.test",
    customerIds: [customerId]
  })
  const settings = Settings.layer("http://adwarden.test", {
    logFormat: "off",
    developmentHosts: folders.addresses,
    languageModel
  })

  const read = (name: string, inUse: ReadonlyArray<KeywordInUse>) =>
    Effect.gen(function* () {
      const reader = yield* SiteReader
      const site = yield* reader.read(`http://${name}.test/`)
      const siteFacts = yield* reader.factsOf(site)
      const places = businessLocationsOf(siteFacts.locations)
      const facts = businessFactsFrom(site, siteFacts, null, "2026-11-19T00:00:00.000Z")
      const platform = yield* GoogleAds.live({
        baseUrl: emulator.url,
        tokenUrl: emulator.tokenUrl,
        clientId: "adwarden",
        clientSecret: Redacted.make("emulated"),
        planningPerSecond: 1000
      })
      const account = {
        organizationId: 1,
        accountId: customerId,
        customerId,
        loginCustomerId: null,
        timeZone: null,
        currency: null,
        login,
        platform
      }
      const generated = yield* generateDraft({
        account,
        business: { facts, places: [places] },
        type: "prospecting",
        inUse,
        listed: []
      })
      return { ...generated, language: facts.language, brand: facts.brand.text, facts, site }
    }).pipe(
      Effect.scoped,
      Effect.provide([
        Layer.mergeAll(...reading).pipe(Layer.provideMerge(fetching), Layer.provide(settings)),
        logins,
        Logger.remove(Logger.defaultLogger)
      ]),
      Effect.mapError((error) => error.message),
      Effect.either,
      Effect.runPromise
    )

  return {
    names: folders.names,
    draft: (
      name: string,
      inUse: ReadonlyArray<KeywordInUse> = []
    ): Promise<Either.Either<CorpusDraft, string>> => read(name, inUse),
    close: async () => {
      await folders.close()
      await emulator.close()
    }
  }
}
