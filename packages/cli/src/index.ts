/**
 * The building blocks of commands: the parsed command line, the terminal, and rendering. `@adwarden/server` uses it for
 * the server commands.
 */
export { previewText } from "./api/show/preview.ts"
export { responseText } from "./api/show/response.ts"
export { isRecord, valueText } from "./api/show/values.ts"
export { type ExitReason, exitCodes, exitReasonOf } from "./exit-codes.ts"
export { ParsedArguments } from "./parse/parsed-arguments.ts"
export { printRefusal, type RefusalMessage } from "./print-refusal.ts"
export type { ServerPackage } from "./server-package.ts"
export { openBrowser } from "./session/login/browser.ts"
export { type Callback, waitForCallback } from "./session/login/callback-server.ts"
export { type Bar, barOn } from "./terminal/bar.ts"
export { jsonText } from "./terminal/json-text.ts"
export { renderMarkdown } from "./terminal/markdown.ts"
export { progressOn } from "./terminal/progress.ts"
export { safeLine, safeText } from "./terminal/safe-text.ts"
export { table } from "./terminal/table.ts"
export { type Screen, type Terminal, thisTerminal } from "./terminal/terminal.ts"
export { verbosity } from "./terminal/verbosity.ts"
export { wrap } from "./terminal/width.ts"
export type { ArgumentInfo, CommandInfo, FlagInfo } from "./tree/command-info.ts"
