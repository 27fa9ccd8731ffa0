import { staticAsset } from "@adwarden/http-host"
import { Effect } from "effect"
import { makeWeb } from "./kit/web.ts"
import { oauth } from "./oauth/index.ts"
import { changePassword } from "./people/change-password.ts"
import { connectedApps } from "./people/connected-apps.ts"
import { home } from "./people/home.ts"
import { invitation } from "./people/invitation.ts"
import { resetPassword } from "./people/reset-password.ts"
import { signIn } from "./people/sign-in.ts"
import { assets } from "./style/assets.ts"

/** The pages for people, with the one style and the one icon that they have. */
export const webApp = Effect.gen(function* () {
  const web = yield* makeWeb
  for (const { path, ...asset } of assets) web.app.get(path, staticAsset(asset))
  yield* home(web)
  yield* signIn(web)
  yield* oauth(web)
  yield* resetPassword(web)
  yield* changePassword(web)
  yield* connectedApps(web)
  yield* invitation(web)
  return web.app
})
