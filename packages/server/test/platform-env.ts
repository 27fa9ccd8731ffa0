import { Redacted } from "effect"
import { vaultKey } from "../../core/test/support/core-on-platform.ts"
import type { runOnPlatform } from "../../core/test/support/on-platform.ts"

type Demo = Pick<Awaited<ReturnType<typeof runOnPlatform>>, "emulator" | "url">

/** The settings for a demo world's database and its emulator. */
export const platformEnv = ({ emulator, url }: Demo) => ({
  DATABASE_URL: url,
  GOOGLE_ADS_URL: emulator.url,
  GOOGLE_ADS_TOKEN_URL: emulator.tokenUrl,
  GOOGLE_ADS_CONSENT_URL: emulator.consentUrl,
  GOOGLE_ADS_CLIENT_ID: "adwarden",
  GOOGLE_ADS_CLIENT_SECRET: "not-a-secret",
  GOOGLE_ADS_DESKTOP_CLIENT_ID: "desktop",
  GOOGLE_ADS_DESKTOP_CLIENT_SECRET: "not-a-secret",
  SECRETS_KEY: Redacted.value(vaultKey)
})
