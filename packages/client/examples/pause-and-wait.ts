// Pauses a campaign and waits until the ad platform has paused it, too.
import { Adwarden } from "@adwarden/client"

const client = new Adwarden({
  baseUrl: process.env["ADWARDEN_URL"],
  apiKey: process.env["ADWARDEN_API_KEY"]
})

const slug = process.argv[2] ?? "boiler-repair"
const accepted = await client.campaigns.setState(slug, { state: "paused", dry_run: false })

if (accepted.outcome === "held") {
  console.log(`It waits for approval: ${accepted.message}`)
} else if (accepted.task_tracking_id === null) {
  console.log("It was paused already.")
} else {
  const task = await client.tasks.wait(accepted.task_tracking_id, {
    timeout: 10 * 60_000,
    onProgress: ({ stage, status }) => console.log(`${status}: ${stage ?? ""}`)
  })
  if (task.status === "failed") console.log(`The ad platform rejected it. ${task.error?.message}`)
  else console.log(`${slug} is paused in Adwarden and in the ad platform.`)
}
