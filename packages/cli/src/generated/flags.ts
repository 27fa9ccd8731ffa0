// Generated from the contract and the commands by `npm run generate`. Do not edit.
import type { FlagInfo } from "../command-info.ts"

/* Flags that several commands have. */

export const all: FlagInfo = {
  name: "all",
  value: null,
  description: "Every page instead of one",
  short: "a"
}

export const profile: FlagInfo = {
  name: "profile",
  value: "name",
  description: "The profile; default: ADWARDEN_PROFILE, the profile selected with profiles use, or default",
  short: "p"
}

export const url: FlagInfo = {
  name: "url",
  value: "address",
  description: "URL of Adwarden; default: ADWARDEN_URL, the profile's own, or http://localhost:4280"
}

export const json: FlagInfo = {
  name: "json",
  value: null,
  description: "The output as JSON, alone on standard output",
  short: "j"
}

export const local: FlagInfo = {
  name: "local",
  value: null,
  description: "On the service's own machine: act on its database as its operator, without a credential"
}

export const fields: FlagInfo = {
  name: "fields",
  value: "paths",
  description:
    "Only these fields, as JSON: paths separated by commas, such as slug,preview.budget or 'campaigns[].slug'"
}

export const quiet: FlagInfo = {
  name: "quiet",
  value: null,
  description: "Only results and errors: no notes, no progress",
  short: "q"
}

export const verbose: FlagInfo = {
  name: "verbose",
  value: null,
  description: "Also note each request, or what the service logs, on standard error",
  short: "v"
}

export const org: FlagInfo = {
  name: "org",
  value: "slug",
  description:
    "The organization to act in; default: ADWARDEN_ORG, the profile's, an API key's own, or the only one",
  short: "o"
}

export const limit: FlagInfo = {
  name: "limit",
  value: "number",
  description: "Rows (1 to 100)",
  default: 20,
  short: "L"
}

export const cursor: FlagInfo = { name: "cursor", value: "text", description: "next_cursor" }

export const comment: FlagInfo = { name: "comment", value: "text", description: "For the approver" }

export const idempotencyKey: FlagInfo = { name: "idempotency-key", value: "text", description: "For retries" }

export const execute: FlagInfo = {
  name: "execute",
  value: null,
  description: "Execute without confirmation; without it and without a terminal, nothing is executed",
  short: "x"
}

export const wait: FlagInfo = {
  name: "wait",
  value: null,
  description: "Wait until it has ended, and show its progress",
  short: "w"
}

export const previewHash: FlagInfo = { name: "preview-hash", value: "text", description: "From the preview" }

export const execute2: FlagInfo = {
  name: "execute",
  value: null,
  description: "Execute without confirmation; without it and without a terminal, only the preview is shown",
  short: "x"
}

export const json2: FlagInfo = {
  name: "json",
  value: null,
  description: "The output as JSON, alone on standard output; errors as JSON on standard error",
  short: "j"
}

export const org2: FlagInfo = {
  name: "org",
  value: "slug",
  description: "Slug of the organization; default: ADWARDEN_ORG, or the only one",
  short: "o"
}

export const as: FlagInfo = {
  name: "as",
  value: "text",
  description:
    "Email of an owner of the organization to act as; without it, the operator of this machine acts"
}

export const as2: FlagInfo = {
  name: "as",
  value: "text",
  description: "Email of the person who does it, an owner or admin of the organization",
  required: true
}

export const execute3: FlagInfo = {
  name: "execute",
  value: null,
  description: "Execute the change. Without it, the command shows a preview, and asks at a terminal",
  short: "x"
}
