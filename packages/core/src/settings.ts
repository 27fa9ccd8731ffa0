import { Context, Layer, type Redacted } from "effect"
import { limits } from "./contract/index.ts"

/** A language model that writes candidates for copy, and prose from the templates' text. */
export interface LanguageModelSettings {
  /** The API that it speaks: Anthropic's, or the chat completions of OpenAI and others. */
  readonly api: "anthropic" | "openai"
  readonly key: Redacted.Redacted
  readonly model: string
  /** Its base URL; null for the vendor's default. */
  readonly url: string | null
  readonly timeoutSeconds: number
}

export interface SettingsShape {
  /** The public base URL of the service, without a trailing slash. */
  readonly publicUrl: string
  readonly restUrl: string
  readonly mcpUrl: string
  readonly appUrl: string
  /** Requests per minute for each credential, and for each IP address without one. */
  readonly rateLimit: number
  readonly anonymousRateLimit: number
  /** Client registrations per minute from one IP address. */
  readonly registrationsPerMinute: number
  /** The lifetime of an access token, at most an hour. */
  readonly accessTokenSeconds: number
  /** After this many days without a refresh a connected app must be connected again, at most 60. */
  readonly connectionIdleDays: number
  /** The lifetime of an authorization code. */
  readonly authorizationCodeSeconds: number
  /** Executed writes per organization and UTC day. */
  readonly writeQuota: number
  /** After this many seconds a worker takes over a change that is still being pushed to the platform. */
  readonly executionTakeoverSeconds: number
  /** The timeout of a task, all attempts together. */
  readonly taskTimeoutSeconds: number
  /**
   * Check every response against its schema; enabled in development and tests, too expensive for production.
   */
  readonly checkOutputs: boolean
  /** Trust X-Forwarded-For, because our own proxy sets it. */
  readonly trustProxy: boolean
  readonly logFormat: "json" | "pretty" | "off"
  /** Audit events older than this are deleted; null keeps them for ever. */
  readonly auditRetentionDays: number | null
  /**
   * Website names for development only, and their addresses, exempt from the rule against private addresses.
   * No environment variable sets it.
   */
  readonly developmentHosts: ReadonlyMap<string, { readonly address: string; readonly port: number }>
  /**
   * Set in development only: pages for developers (components, outbox), and people to sign in as with one click.
   * No environment variable sets it.
   */
  readonly development: {
    readonly people: ReadonlyArray<{ readonly email: string; readonly password: string }>
  } | null
  /** Null without a model: templates then write all copy and prose. */
  readonly languageModel: LanguageModelSettings | null
  /** The SMTP server; null keeps email in the outbox. */
  readonly smtpUrl: Redacted.Redacted | null
  /** Receive reports of keys that a code host found in public, signed by one of the keys at that URL. */
  readonly secretScanning: boolean
  readonly secretScanningKeysUrl: string
  /** Whether signed-in people can create organizations in the dashboard. */
  readonly organizationCreation: boolean
  /** The sender of emails; null uses the service's own host. */
  readonly mailFrom: string | null
}

export const defaultSettings = (publicUrl: string): SettingsShape => ({
  publicUrl,
  restUrl: `${publicUrl}/v1`,
  mcpUrl: publicUrl,
  appUrl: publicUrl,
  rateLimit: 300,
  anonymousRateLimit: 60,
  registrationsPerMinute: 10,
  accessTokenSeconds: 3600,
  connectionIdleDays: limits.connectionIdleDays,
  authorizationCodeSeconds: 60,
  writeQuota: 1000,
  executionTakeoverSeconds: 30,
  taskTimeoutSeconds: 600,
  checkOutputs: false,
  trustProxy: false,
  logFormat: "json",
  auditRetentionDays: null,
  developmentHosts: new Map(),
  development: null,
  languageModel: null,
  secretScanning: false,
  secretScanningKeysUrl: "https://api.github.com/meta/public_keys/secret_scanning",
  smtpUrl: null,
  organizationCreation: false,
  mailFrom: null
})

export class Settings extends Context.Tag("@adwarden/Settings")<Settings, SettingsShape>() {
  static readonly layer = (publicUrl: string, changes: Partial<SettingsShape> = {}): Layer.Layer<Settings> =>
    Layer.succeed(Settings, { ...defaultSettings(publicUrl), ...changes })
}
