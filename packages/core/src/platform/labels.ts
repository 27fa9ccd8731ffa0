/** The platform of logins and accounts that name none. */
export const defaultPlatform = "google_ads"

/** How messages name a platform, and the setup step of a service that has no adapter for it. */
interface PlatformTexts {
  readonly label: string
  readonly setup: string
  /** Where people change their campaigns themselves; null if unknown. */
  readonly url: string | null
}

const setup = "Its operator has to set up that platform first"

/** A key has one label in a process, so rules without access to the adapters can name a platform too. */
const texts = new Map<string, PlatformTexts>([
  [
    defaultPlatform,
    {
      label: "Google Ads",
      setup: "Its operator has to set it up first, as the guide “Connect Google Ads” says",
      url: "https://ads.google.com/aw/campaigns"
    }
  ]
])

export const platformTexts = (platform: string): PlatformTexts =>
  texts.get(platform) ?? { label: platform, setup, url: null }

/** Returns the display name of a platform; without a platform, that of the default one. */
export const platformLabel = (platform?: string | null): string =>
  platformTexts(platform ?? defaultPlatform).label

/** Stores the label of a registered adapter. */
export const setPlatformLabel = (platform: string, label: string): void => {
  texts.set(platform, { ...platformTexts(platform), label })
}
