import { expect, it } from "vitest"
import { NotFound, operationByName, UndoConflict } from "../../src/contract/index.ts"
import { checkResponse } from "../../src/pipeline/pipeline.ts"

const update = operationByName.get("campaigns.update")!

it("an undeclared error is a defect, like an output of another shape", () => {
  const check = (result: Parameters<typeof checkResponse>[1]["result"]) => () =>
    checkResponse(update, { result })
  expect(check({ refused: new NotFound({ what: "It" }) })).not.toThrow()
  expect(check({ refused: new UndoConflict({ conflicting_action_id: "act_1" }) })).toThrow(
    "campaigns.update does not declare undo_conflict"
  )
  expect(check({ output: { applied: true, action_id: null, changed: {} } })).not.toThrow()
  expect(check({ output: { applied: true, action_id: null } })).toThrow()
})
