export {
  AdAccounts,
  type AdAccountsShape,
  type LinkedAccount,
  type LinkHealth,
  linkHealth
} from "./ad-accounts.ts"
export { type AdPlatform, AdPlatforms } from "./ad-platforms.ts"
export {
  type ConnectionFacts,
  connectionFailure,
  connectionProblem
} from "./connection.ts"
export {
  ConnectionBroken,
  OutcomeUnknown,
  PlatformRefused,
  PlatformUnreachable,
  type ReadFailure,
  SetupRequired,
  type TaskFailure,
  taskFailure,
  type WriteFailure
} from "./errors.ts"
export { GoogleAds } from "./google-ads/google-ads.ts"
export {
  type GoogleAdsOptions,
  type GoogleAdsSettings,
  googleAdsDefaults
} from "./google-ads/settings.ts"
export { defaultPlatform, platformLabel } from "./labels.ts"
export { loginContext, loginsWithOldKey, type NewLogin, PlatformLogins, replaceLoginToken } from "./logins.ts"
export type * as Platform from "./model.ts"
export { Vault, VaultError, type VaultShape } from "./vault.ts"
