import { AdAccounts, linkHealth } from "@adwarden/core"
import { Effect, Layer } from "effect"
import { configuredPlatform } from "../../platform.ts"
import { devEmulatorUrl, servicePlatform } from "../../service-platform.ts"
import { checkPart, type Finding, notChecked, ok, problem, warning } from "./finding.ts"

/** The demo world has a broken login in this organization on purpose. */
const plantedFault = "wingtip"

const plantedWarning: typeof warning = (part, message, next) =>
  warning(part, `${message} The demo world has this fault on purpose.`, next)

/** Checks every linked account at the platform, with the login that the service would use. */
export const checkPlatform = (databaseUrl: string) =>
  checkPart(
    "platform",
    Effect.gen(function* () {
      const isDemo = (yield* devEmulatorUrl(databaseUrl)) !== null
      const isSet = isDemo || (yield* configuredPlatform) !== null
      if (!isSet) {
        return [
          warning(
            "platform",
            "Google Ads is not set up: only features that need it are unavailable",
            "set GOOGLE_ADS_CLIENT_ID, GOOGLE_ADS_CLIENT_SECRET and SECRETS_KEY"
          )
        ]
      }
      const services = Layer.provideMerge(AdAccounts.layer, yield* servicePlatform(databaseUrl))
      const links = yield* Effect.provide(linkHealth, services)
      if (links.length === 0)
        return [notChecked("platform", "no ad account is linked", "adwarden accounts link")]
      const broken = links.flatMap(
        ({ account, organization, problem: linkProblem }): ReadonlyArray<Finding> =>
          linkProblem === null
            ? []
            : [
                (isDemo && organization === plantedFault ? plantedWarning : problem)(
                  "platform",
                  `${organization} ${account}: ${linkProblem}`,
                  `adwarden accounts list --org ${organization}`
                )
              ]
      )
      const working = links.length - broken.length
      return working === 0
        ? broken
        : [ok("platform", `${working} of ${links.length} linked ad accounts are accessible`), ...broken]
    })
  )
