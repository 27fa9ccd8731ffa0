import { describe, expect, it } from "vitest"
import { campaignNamed, clientOf, control, emulatorForFile, start } from "./support.ts"

const { client, emulator } = await emulatorForFile()

const update = (resource: object, updateMask: string) => ({ update: resource, updateMask })

describe("change events", () => {
  it("report the author, the changed fields, and the old and new values", async () => {
    const campaign = await campaignNamed(client, "Emergency plumber")
    await client.mutate("campaigns", [
      update(
        { resourceName: campaign.resourceName, maximizeConversions: { targetCpaMicros: "33000000" } },
        "maximizeConversions.targetCpaMicros"
      )
    ])
    await control(emulator, "POST", "edits", {
      customerId: "5550000001",
      userEmail: "rival@example.com",
      clientType: "GOOGLE_ADS_EDITOR",
      mutateOperations: [
        {
          campaignBudgetOperation: update(
            { resourceName: campaign.campaignBudget, amountMicros: "61000000" },
            "amountMicros"
          )
        }
      ]
    })
    const rows = await client.rows(
      `SELECT change_event.change_date_time, change_event.client_type, change_event.user_email,
         change_event.change_resource_type, change_event.changed_fields, change_event.old_resource,
         change_event.new_resource, change_event.campaign, change_event.resource_change_operation
       FROM change_event WHERE change_event.change_date_time DURING TODAY
         AND change_event.campaign = '${campaign.resourceName}' ORDER BY change_event.change_date_time LIMIT 10`
    )
    expect(
      rows.map(({ changeEvent }) => [
        changeEvent.clientType,
        changeEvent.userEmail,
        changeEvent.changedFields
      ])
    ).toEqual([
      ["GOOGLE_ADS_API", "ads@northwind.test", "maximizeConversions.targetCpaMicros"],
      ["GOOGLE_ADS_EDITOR", "rival@example.com", "amountMicros"]
    ])
    expect(rows[0].changeEvent.oldResource.campaign.maximizeConversions.targetCpaMicros).toBe("35500000")
    expect(rows[0].changeEvent.newResource.campaign.maximizeConversions.targetCpaMicros).toBe("33000000")
    expect(rows[1].changeEvent).toMatchObject({
      changeResourceType: "CAMPAIGN_BUDGET",
      resourceChangeOperation: "UPDATE",
      changeDateTime: expect.stringMatching(/^2026-11-15 10:00:00\.\d{6}$/)
    })
  })

  it("are not created by validation, failures or writes without effect", async () => {
    const count = async () => (await control(emulator, "GET", "state")).changeEvents
    const before = await count()
    const campaign = await campaignNamed(client, "Boiler repair")
    const enable = update({ resourceName: campaign.resourceName, status: "ENABLED" }, "status")
    const pause = update({ resourceName: campaign.resourceName, status: "PAUSED" }, "status")
    await client.mutate("campaigns", [enable])
    await client.mutate("campaigns", [pause], { validateOnly: true })
    await client.mutate("campaigns", [pause, { remove: client.name("campaigns/1") }])
    expect(await count()).toBe(before)
  })

  it("arrive after the configured delay", async () => {
    const late = await start({ changeEventDelaySeconds: 180 })
    const eager = await clientOf(late)
    const campaign = await campaignNamed(eager, "Boiler repair")
    await eager.mutate("campaigns", [
      update({ resourceName: campaign.resourceName, status: "PAUSED" }, "status")
    ])
    const seen = () =>
      eager.rows(
        "SELECT change_event.changed_fields FROM change_event WHERE change_event.change_date_time DURING TODAY LIMIT 10"
      )
    expect(await seen()).toEqual([])
    await control(late, "POST", "clock", { advance: { minutes: 3 } })
    expect(await seen()).toHaveLength(1)
    await late.close()
  })
})
