export { Adwarden } from "./adwarden.ts"
export * from "./generated/errors.ts"
export * from "./generated/types.ts"
export { version } from "./generated/version.ts"
export type { WebhookEvent, WebhookEvents } from "./generated/webhook-events.ts"
export type { DecidedWrite, QueuedWriteRef } from "./queued-writes.ts"
export { isWellFormedKey } from "./runtime/credentials.ts"
export { Download } from "./runtime/download.ts"
export * from "./runtime/errors.ts"
export { type ResponseInfo, responseOf } from "./runtime/errors.ts"
export type { FollowOptions, WaitOptions } from "./runtime/follow.ts"
export { List, type PageOf } from "./runtime/list.ts"
export { type OAuthOptions, type OAuthTokens, refreshingToken, SignInNeededError } from "./runtime/oauth.ts"
export type {
  AdwardenOptions,
  Logger,
  LogLevel,
  RequestOptions,
  TokenProvider,
  WithApiKey,
  WithToken,
  WriteOptions
} from "./runtime/options.ts"
export type { Executing, Held, Preview, Previewing } from "./runtime/outcomes.ts"
export { verifyWebhook, WebhookUnverifiedError } from "./runtime/webhooks.ts"
export type { FinishedTask, TaskRef } from "./tasks.ts"
