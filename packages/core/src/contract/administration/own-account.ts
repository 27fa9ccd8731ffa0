import { Schema } from "effect"
import { credentialApprovals } from "../approval-policy.ts"
import { OneOf } from "../values/index.ts"
import { checked, declareAdministration, Email, nothing, SessionToken, text } from "./declaration.ts"

const isTimeZone = (name: string): boolean =>
  name === "" || name === "UTC" || Intl.supportedValuesOf("timeZone").includes(name)

/** Attempts of a signed-in person at their own password, on every form that asks for it. */
export const passwordAttempts = { name: "confirm", perHour: 20 } as const
/** Attempts at codes, for each person: at most 20 of a million an hour. */
export const codeAttempts = { name: "second_factor", perHour: 20 } as const

/** The account of a signed-in person: sessions, password, second factor, address, connected apps. */
export const ownAccountAdministration = declareAdministration({
  "people.set_notifications": {
    title: "Choose notifications",
    by: "person",
    input: Schema.Struct({ kinds: Schema.Array(Schema.String) })
  },
  "people.set_time_zone": {
    title: "Choose the time zone of pages",
    by: "person",
    input: Schema.Struct({
      /** Empty for UTC. */
      time_zone: checked(
        Schema.String.pipe(Schema.filter(isTimeZone, { jsonSchema: {} })),
        "must be one of the list, such as Europe/Berlin",
        "The time zone"
      )
    })
  },
  "people.request_email_change": {
    title: "Ask for another email address",
    by: "person",
    confirmed: true,
    limits: [{ name: "change_email", perHour: 10 }],
    input: Schema.Struct({ email: Email.annotations({ title: "The address" }) })
  },
  "people.change_email": {
    title: "Change one's email address",
    by: "person",
    input: Schema.Struct({ token: Schema.String, session: SessionToken })
  },
  "people.change_password": {
    title: "Change one's password",
    by: "person",
    limits: [{ name: "change_password", perMinute: 5 }, passwordAttempts],
    success: 303,
    input: Schema.Struct({ current: Schema.String, password: Schema.String, keep_apps: Schema.Boolean })
  },
  "people.delete": {
    title: "Delete one's account",
    by: "person",
    confirmed: true,
    input: nothing
  },
  "people.end_session": {
    title: "End a session",
    by: "person",
    input: Schema.Struct({ session: Schema.String })
  },
  "people.end_other_sessions": {
    title: "End all other sessions",
    by: "person",
    input: Schema.Struct({ session: SessionToken })
  },
  "people.start_second_factor": {
    title: "Begin to set up a second factor",
    by: "person",
    confirmed: true,
    input: nothing
  },
  "people.enable_second_factor": {
    title: "Turn a second factor on",
    by: "person",
    confirmed: true,
    limits: [codeAttempts],
    input: Schema.Struct({ code: text("The code"), session: SessionToken })
  },
  "people.new_recovery_codes": {
    title: "Replace the recovery codes",
    by: "person",
    confirmed: true,
    input: nothing
  },
  "people.disable_second_factor": {
    title: "Turn a second factor off",
    by: "person",
    confirmed: true,
    input: nothing
  },
  "connections.end": {
    title: "Disconnect an app",
    by: "person",
    input: Schema.Struct({ connection: Schema.String })
  },
  "connections.tighten": {
    title: "Hold an app more strictly",
    by: "person",
    input: Schema.Struct({ connection: Schema.String, approvals: OneOf(...credentialApprovals) })
  },
  "connections.loosen": {
    title: "Hold an app less strictly",
    by: "person",
    confirmed: true,
    input: Schema.Struct({ connection: Schema.String, approvals: OneOf(...credentialApprovals) })
  }
})
