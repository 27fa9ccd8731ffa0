import { redactSecrets } from "../contract/index.ts"
import type { RequestFacts } from "./call.ts"

const maybe = (text: string | null): string | null => (text === null ? null : redactSecrets(text))

/**
 * What is known of a request, fit to be kept. It is all that the audit trail, the request log and our own logs
 * ever learn of what a stranger wrote, so this is done first of all.
 */
export const withoutSecrets = (facts: RequestFacts): RequestFacts => ({
  id: redactSecrets(facts.id),
  surface: facts.surface,
  method: maybe(facts.method),
  path: maybe(facts.path),
  ip: maybe(facts.ip),
  userAgent: maybe(facts.userAgent)
})
