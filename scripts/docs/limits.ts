import { keyExpiryNoticeDays, limitMeanings } from "../../packages/core/src/contract/index.ts"

/** Renders docs/reference/limits.md. */
export const limitsPage = (): string =>
  [
    "<!-- Written by `npm run docs` from packages/core/src/contract/limits.ts; do not edit. -->",
    "# Limits",
    `The numbers of the contract. An owner sets others in the settings of an organization, and an operator in
[the configuration](configuration.md).`,
    [
      "| Limit | |",
      "| --- | --- |",
      ...limitMeanings.map(([meaning, value]) => `| ${meaning} | ${value.toLocaleString("en-US")} |`),
      `| Days before its expiry at which a key's creator is emailed | ${keyExpiryNoticeDays.join(" and ")} |`
    ].join("\n")
  ].join("\n\n")
