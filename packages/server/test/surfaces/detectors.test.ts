import { detectors, operationByName, optionsOf } from "@adwarden/core/contract"
import { describe, expect, it } from "vitest"
import { restRequest, runSurfaces, type SurfaceResponse, toolRequest } from "./surfaces.ts"

const { keys, sendRest, tellTool } = await runSurfaces()
const key = keys["northwind"]!.owner!
const operation = operationByName.get("detectors.run")!

/** Runs the same detector on both surfaces. */
const run = async (detector: string, options: object): Promise<ReadonlyArray<SurfaceResponse>> => {
  const values = { slug: "boiler-repair", detector, options }
  return [
    await sendRest(restRequest(operation, values, key)),
    await tellTool(toolRequest(operation.tool!, values, key))
  ]
}

const refused = (message: string, option: string) => ({
  error: { code: "validation_error", fields: [{ path: `options.${option}`, message }] }
})

/** Every option of any detector, with a valid value. */
const known = new Map(
  detectors.flatMap((one) =>
    Object.entries(optionsOf(one)).map(([name, option]) => [name, option.default] as const)
  )
)

describe.each(detectors)("%s, over REST and MCP", (detector) => {
  const own = optionsOf(detector)
  const taken = Object.keys(own)

  it("rejects an unknown option, and lists the known ones", async () => {
    const says =
      taken.length === 0 ? `${detector} takes no options` : `${detector} takes only ${taken.join(", ")}`
    for (const [name, value] of known) {
      if (taken.includes(name)) continue
      for (const { body } of await run(detector, { [name]: value })) {
        expect(body).toMatchObject(refused(says, name))
      }
    }
  })

  it("states the range of an option that is outside of it", async () => {
    for (const [name, option] of Object.entries(own)) {
      if (!("min" in option)) continue
      for (const value of [option.min - 1, option.max + 1]) {
        for (const { body } of await run(detector, { [name]: value })) {
          const range = expect.stringContaining(`from ${option.min} to ${option.max}`)
          expect(body).toMatchObject(refused(range, name))
        }
      }
    }
  })
})
