import { Schema } from "effect"
import { declareAdministration, Email } from "./declaration.ts"

/** The weekly report by email: owners and admins choose members, and everybody can leave or join alone. */
export const reportEmailAdministration = declareAdministration({
  "report_emails.choose": {
    title: "Choose who gets the weekly report by email",
    by: "admin",
    input: Schema.Struct({ people: Schema.Array(Email) })
  },
  "report_emails.set_own": {
    title: "Get the weekly report by email, or no longer",
    by: "staff",
    input: Schema.Struct({ wanted: Schema.Boolean })
  }
})
