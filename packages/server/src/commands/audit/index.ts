import { group } from "../../command-line/index.ts"
import { exportTrail } from "./export.ts"
import { verify } from "./verify.ts"

export const audit = group("audit", [exportTrail, verify])
