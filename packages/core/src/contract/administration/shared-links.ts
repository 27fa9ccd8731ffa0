import { Schema } from "effect"
import { reportTypes } from "../resources/insight.ts"
import { Line, OneOf, WholeNumber } from "../values/index.ts"
import { declareAdministration, id } from "./declaration.ts"

/** Links that show one report or strategy to people without an account. */
export const sharedLinkAdministration = declareAdministration({
  "shared_links.create": {
    title: "Share a document by a link",
    by: "admin",
    confirmed: true,
    input: Schema.Struct({
      type: OneOf(...reportTypes, "strategy"),
      document: Line(100),
      days: WholeNumber(1, 90).annotations({ title: "The days" })
    })
  },
  "shared_links.revoke": {
    title: "Revoke a shared link",
    by: "admin",
    input: Schema.Struct({ id })
  }
})
