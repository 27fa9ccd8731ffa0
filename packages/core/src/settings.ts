import { Context, Layer, type Redacted } from "effect"

/** A language model that may write candidates for copy, and prose from what the rules wrote. */
export interface LanguageModelSettings {
  readonly key: Redacted.Redacted
  readonly model: string
  /** Where it answers; null for its maker's own address. */
  readonly url: string | null
  readonly timeoutSeconds: number
}

export interface SettingsShape {
  /** Where people and programs reach the service, without a trailing slash. */
  readonly publicUrl: string
  readonly restUrl: string
  readonly mcpUrl: string
  readonly appUrl: string
  /** Requests a minute for each credential, and for each address without one. */
  readonly rateLimit: number
  readonly anonymousRateLimit: number
  /** Clients that may register themselves in a minute from one address. */
  readonly registrationsPerMinute: number
  /** How long an access token is good for, at most an hour. */
  readonly accessTokenSeconds: number
  /** After so many days without a refresh a connected app has to be connected again, at most 60. */
  readonly connectionIdleDays: number
  /** How long a browser may take to bring a client its code. */
  readonly authorizationCodeSeconds: number
  /** Executed writes for each organization and UTC day. */
  readonly writeQuota: number
  /** After so many seconds a worker takes up a change that is still on its way to the platform. */
  readonly executionTakeoverSeconds: number
  /** How long a task may take, all its tries together, before it counts as stuck. */
  readonly taskTimeoutSeconds: number
  /** Check every answer against its schema; on in development and tests, too dear for production. */
  readonly checkOutputs: boolean
  /** Believe X-Forwarded-For, because a proxy of ours sets it. */
  readonly trustProxy: boolean
  readonly logFormat: "json" | "pretty" | "off"
  /** Audit events older than this are removed; null keeps them for ever. */
  readonly auditRetentionDays: number | null
  /**
   * Names of websites that only development knows, and where they lead: past the rule against private addresses. No
   * environment sets it.
   */
  readonly developmentHosts: ReadonlyMap<string, { readonly address: string; readonly port: number }>
  /** Null where there is none: then the rules write all copy and prose, and nothing else is missing. */
  readonly languageModel: LanguageModelSettings | null
  /** Through which server mail leaves; null keeps it in the outbox. */
  readonly smtpUrl: Redacted.Redacted | null
  /** Receive reports of keys that a code host found in public, signed by one of the keys at that address. */
  readonly secretScanning: boolean
  readonly secretScanningKeysUrl: string
  /** Whom mail comes from; null names the service's own host. */
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
  connectionIdleDays: 60,
  authorizationCodeSeconds: 60,
  writeQuota: 1000,
  executionTakeoverSeconds: 30,
  taskTimeoutSeconds: 600,
  checkOutputs: false,
  trustProxy: false,
  logFormat: "json",
  auditRetentionDays: null,
  developmentHosts: new Map(),
  languageModel: null,
  secretScanning: false,
  secretScanningKeysUrl: "https://api.github.com/meta/public_keys/secret_scanning",
  smtpUrl: null,
  mailFrom: null
})

export class Settings extends Context.Tag("@adwarden/Settings")<Settings, SettingsShape>() {
  static readonly layer = (publicUrl: string, changes: Partial<SettingsShape> = {}): Layer.Layer<Settings> =>
    Layer.succeed(Settings, { ...defaultSettings(publicUrl), ...changes })
}
