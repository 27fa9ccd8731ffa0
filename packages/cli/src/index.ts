/**
 * The building blocks of commands: the parsed command line, the terminal, and rendering. `@adwarden/server` uses it for
 * the server commands.
 */
export { previewText } from "./api/show/preview.ts"
export { responseText } from "./api/show/response.ts"
export { valueText } from "./api/show/values.ts"
export type { ArgumentInfo, CommandInfo, FlagInfo } from "./command-info.ts"
export { ParsedArguments } from "./parse.ts"
export { type ExitReason, exitCodes, exitReasonOf, printRefusal, type RefusalMessage } from "./refusal.ts"
export type { ServerPackage } from "./server-package.ts"
export { type Callback, openBrowser, waitForCallback } from "./session/login/browser.ts"
export { isRecord, jsonText } from "./terminal/json-text.ts"
export { renderMarkdown } from "./terminal/markdown.ts"
export { type Bar, barOn, progressOn } from "./terminal/progress.ts"
export { safeLine, safeText } from "./terminal/safe-text.ts"
export { table } from "./terminal/table.ts"
export { type Screen, type Terminal, thisTerminal, verbosity } from "./terminal/terminal.ts"
export { wrap } from "./terminal/width.ts"
