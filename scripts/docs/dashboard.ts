import { jobs } from "../../packages/web/test/dashboard/jobs.ts"

const sentence = (text: string): string => `${text[0]!.toUpperCase()}${text.slice(1)}`

/** Renders docs/reference/dashboard.md. */
export const dashboardPage = (): string =>
  [
    "<!-- Written by `npm run docs` from packages/web/test/dashboard/jobs.ts; do not edit. -->",
    "# The dashboard in clicks",
    `What people come to the dashboard for, and how many clicks each job takes. A test in a browser does each of them and
counts. A click is a click, a choice in a form, or a key that follows a link or submits a form. Typing is none, and neither
is opening the page on which the job begins. Who comes from an email signs in first, which counts.`,
    [
      "| Who | Does what | Begins with | Clicks |",
      "| --- | --- | --- | ---: |",
      ...Object.values(jobs).map(
        ({ begins, clicks, does, person }) =>
          `| ${sentence(person)} | ${sentence(does)} | ${sentence(begins)} | ${clicks} |`
      )
    ].join("\n"),
    `A change takes one click to be previewed and one to be made: nothing changes before its preview was shown. The
[concepts](../concepts/README.md) say what a preview, an approval and an undo promise.`
  ].join("\n\n")
