export { command, group, type OperatorCommand } from "./command.ts"
export {
  all,
  decode,
  type HandlerInput,
  map,
  nested,
  optional,
  type Parameter,
  withDefault
} from "./parameter.ts"
export {
  choiceArgument,
  choiceFlag,
  integerFlag,
  repeatedFlag,
  switchFlag,
  textArgument,
  textFlag
} from "./values.ts"
