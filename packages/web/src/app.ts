import { staticAsset } from "@adwarden/http-host"
import { Effect } from "effect"
import { sharedDocuments } from "./dashboard/documents/shared.ts"
import { dashboard } from "./dashboard/index.ts"
import { makePageRouter } from "./kit/page-router.ts"
import { oauthPages } from "./oauth/oauth-routes.ts"
import { invitation } from "./people/invitation.ts"
import { resetPassword } from "./people/reset-password.ts"
import { secondStep, signIn } from "./people/sign-in.ts"
import { assets } from "./style/assets.ts"

/** The pages for people, with their stylesheet and icon. */
export const webApp = Effect.gen(function* () {
  const router = yield* makePageRouter
  for (const { path, ...asset } of assets) router.app.get(path, staticAsset(asset))
  yield* dashboard(router)
  yield* signIn(router)
  yield* secondStep(router)
  yield* oauthPages(router)
  yield* resetPassword(router)
  yield* invitation(router)
  yield* sharedDocuments(router)
  return router.app
})
