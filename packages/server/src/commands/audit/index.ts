import { group } from "../../command-line/index.ts"
import { verify } from "./verify.ts"

export const audit = group("audit", [verify])
