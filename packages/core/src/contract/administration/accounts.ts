import { Schema } from "effect"
import { optional } from "../values/index.ts"
import { declareAdministration, id, nothing, Secret, SessionToken, text } from "./declaration.ts"

const Account = text("The account", "Number of the Google Ads account, as list shows it")
const LoginEmail = optional(
  Schema.String.annotations({ title: "The login" }),
  "Email of the Google login; optional if only one is connected"
)

/** Ad accounts and the logins that reach them. */
export const accountAdministration = declareAdministration({
  "accounts.list": {
    title: "List ad accounts and logins",
    by: "owner or operator",
    input: nothing,
    command: {
      words: ["accounts", "list"],
      help: "List an organization's ad accounts and logins with their problems."
    }
  },
  "accounts.consent": {
    title: "Ask for access to a login",
    by: "owner",
    confirmed: true,
    input: Schema.Struct({ session: SessionToken, login: Schema.NullOr(id) })
  },
  "accounts.consent_by_command": {
    title: "Ask for access to a login in a command",
    by: "owner or operator",
    audit: "accounts.consent",
    input: Schema.Struct({
      redirect_uri: Schema.String,
      state: Schema.String,
      challenge: Schema.String,
      login: optional(
        Schema.String,
        "Email of the Google account that grants access; Google then suggests it"
      )
    })
  },
  "accounts.connect_by_command": {
    title: "Connect a login by the code of a command",
    by: "owner or operator",
    audit: "accounts.connect",
    confirmed: true,
    input: Schema.Struct({ code: Secret, verifier: Secret, redirect_uri: Schema.String })
  },
  "accounts.link": {
    title: "Link an ad account",
    by: "owner or operator",
    confirmed: true,
    input: Schema.Struct({
      account: Account,
      /** A login by its email, or the id of a connected one. */
      login: LoginEmail,
      login_id: optional(id),
      /** Of a new login; the default one if omitted. */
      platform: optional(Schema.String),
      refresh_token: optional(Secret)
    }),
    command: {
      words: ["accounts", "link"],
      help: "Link an account that a login can reach, in the organization's own currency. Uses a connected login, or a new one with its refresh token.",
      arguments: ["account"]
    }
  },
  "accounts.reconnect": {
    title: "Connect a login again",
    by: "owner or operator",
    confirmed: true,
    input: Schema.Struct({ login: LoginEmail, refresh_token: Secret }),
    command: {
      words: ["accounts", "reconnect"],
      help: "Reconnect a revoked or expired login with the refresh token of a new grant. The new grant must have access to every account of the login."
    }
  },
  "accounts.select": {
    title: "Select the ad account for new campaigns",
    by: "owner or operator",
    input: Schema.Struct({ account: Account }),
    command: {
      words: ["accounts", "select"],
      help: "Select the linked account for new campaigns.",
      arguments: ["account"]
    }
  },
  "accounts.choices": {
    title: "List the accounts that a login reaches",
    by: "owner or operator",
    input: Schema.Struct({ login: id })
  },
  "accounts.unlink": {
    title: "Unlink an ad account",
    by: "owner or operator",
    input: Schema.Struct({ account: Account }),
    command: {
      words: ["accounts", "unlink"],
      help: "Unlink an account. Refused while a campaign in it may spend or has changes that wait to be sent. Campaigns and figures stay.",
      arguments: ["account"]
    }
  },
  "accounts.disconnect": {
    title: "Delete a login",
    by: "owner or operator",
    input: Schema.Struct({
      /** By its id or email. */
      login: Schema.Union(id, Schema.String).annotations({
        title: "The login",
        description: "Email of the Google login, as list shows it"
      })
    }),
    command: {
      words: ["accounts", "disconnect"],
      help: "Delete a login that no linked account uses.",
      arguments: ["login"]
    }
  }
})
