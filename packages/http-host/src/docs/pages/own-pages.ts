import { errorCodes, errorRemedies, errorTable, operations, renderMentions } from "@adwarden/core/contract"
import type { SearchedPage } from "./search.ts"

/** The pages that the host makes from the contract, as the search sees them: a section for each code and operation. */
export const ownPages: ReadonlyArray<SearchedPage> = [
  {
    url: "/docs/errors",
    title: "Errors",
    weight: 1.1,
    sections: [
      { heading: "Errors", anchor: "main", text: "The code, message and extra fields of every error." },
      ...errorCodes.map((code) => ({
        heading: code,
        anchor: code,
        text: renderMentions("docs", `${errorTable[code].when} ${errorRemedies[code]}`)
      }))
    ]
  },
  {
    url: "/docs/api",
    title: "API reference",
    weight: 1,
    sections: [
      {
        heading: "API reference",
        anchor: "main",
        text: "Every operation of the REST API with inputs, errors and an example."
      },
      ...operations.map(({ description, name, summary }) => ({
        heading: name,
        anchor: name,
        text: renderMentions("docs", `${summary}. ${description}`)
      }))
    ]
  }
]
