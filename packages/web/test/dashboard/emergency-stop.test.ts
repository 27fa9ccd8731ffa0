import { expect, it } from "vitest"
import { signInOnce } from "../support/browser.ts"
import { formFields } from "../support/page-forms.ts"
import { startWebHost } from "../support/service.ts"

const service = await startWebHost()
const path = "/o/fabrikam/settings/stop"

const signedIn = signInOnce(service)

it("tells an owner whose undo a later stop has overtaken, shows what stands, and undoes that", async () => {
  const olivia = await signedIn("olivia@northwind.test")
  const stopped = await olivia.submit(path, { action: "stop" })
  expect(stopped.text).toContain("Keys and apps are suspended.")
  const file = (await olivia.get(`${path}/stopped.csv`)).text
  expect(file).toMatch(/^campaign,campaign_name,status,problem,action\r\n/)
  expect(file).toMatch(/^boiler-repair,[^,]+,(paused|waiting),[^,]*,act_\w+\r$/m)
  const seen = formFields(stopped.text, path)!
  expect(seen).toMatchObject({ action: "undo", generation: "1" })
  await olivia.submit(path, { action: "stop" })

  const overtaken = await olivia.submit(path, seen)
  expect(overtaken.status).toBe(409)
  expect(overtaken.text).toContain("The stop was pulled again, so your undo has ended.")
  expect(overtaken.text).toContain("It resumed no campaign.")
  expect(overtaken.text).toContain("Everything is stopped")

  const undone = await olivia.submit(path, formFields(overtaken.text, path)!)
  expect([undone.status, undone.text.includes("The stop is undone.")]).toEqual([200, true])
  // Somebody else was faster: the page shows that nothing is stopped.
  expect(await olivia.submit(path, seen)).toMatchObject({ status: 303, to: path })
})
