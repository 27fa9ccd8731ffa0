import { Schema } from "effect"
import { credentialApprovals } from "../approval-policy.ts"
import { Scope } from "../scopes.ts"
import { OneOf, optional } from "../values/index.ts"
import { checked, declareAdministration, id, nothing, text } from "./declaration.ts"

/** A key by its id, or by its visible parts. */
const KeyRef = Schema.Union(
  Schema.Struct({ id }),
  Schema.Struct({ prefix: Schema.String, last_four: Schema.String })
).annotations({
  title: "The key",
  description: "The key: its id, or as lists show it (svc_live_ab12…wxyz, or with ... between)"
})
const key = Schema.Struct({ key: KeyRef })

/** How a key or app is held. */
const Approvals = OneOf(...credentialApprovals).annotations({
  title: "The approvals",
  description:
    "Which of its changes wait for approval: as the organization says, those that raise spend, or every change. The stricter rule decides"
})

/** API keys. Owners also change those of others, so the transaction reads the caller's role. */
export const keyAdministration = declareAdministration({
  "keys.list": {
    title: "List the keys of an organization",
    by: "operator",
    input: nothing,
    command: {
      words: ["keys", "list"],
      help: "List an organization's keys. The keys themselves are not stored."
    }
  },
  "keys.create": {
    title: "Create a key",
    by: "staff",
    confirmed: true,
    input: Schema.Struct({
      name: text("The name", "What the key is for, as lists show it"),
      scopes: Schema.Array(Scope).annotations({ title: "The key" }),
      valid_days: optional(
        checked(
          Schema.Int.pipe(Schema.between(1, 365)),
          "must be a whole number of days from 1 to 365",
          "The time"
        ),
        "How many days the key is valid, at most a year. A year without it."
      ),
      approvals: optional(Approvals)
    }),
    command: {
      words: ["keys", "create"],
      help: "Create a key for a member, within the scopes of their role. It is shown once.",
      names: { valid_days: "days" }
    }
  },
  "keys.rotate": {
    title: "Replace a key",
    by: "staff",
    confirmed: true,
    input: Schema.Struct({
      key: KeyRef,
      overlap_hours: optional(Schema.Number.annotations({ title: "The time" }))
    }),
    command: {
      words: ["keys", "rotate"],
      help: "Replace a key with one of the same name and scopes. The old one is valid for at most 48 more hours.",
      arguments: ["key"]
    }
  },
  // Former members can still revoke their own keys, by the operator.
  "keys.revoke": {
    title: "Revoke a key",
    by: "staff",
    rereads: null,
    input: key,
    command: {
      words: ["keys", "revoke"],
      help: "Revoke a key at once and permanently. Requires its creator or an owner.",
      arguments: ["key"]
    }
  },
  // Its creator and owners hold a key more strictly; only owners let it do more without a person.
  "keys.tighten": {
    title: "Hold a key more strictly",
    by: "staff",
    input: Schema.Struct({ key: KeyRef, approvals: Approvals })
  },
  "keys.loosen": {
    title: "Hold a key less strictly",
    by: "owner",
    confirmed: true,
    input: Schema.Struct({ key: KeyRef, approvals: Approvals })
  },
  "keys.suspend": { title: "Suspend a key", by: "staff", input: key },
  "keys.resume": { title: "Let a key act again", by: "staff", confirmed: true, input: key }
})
