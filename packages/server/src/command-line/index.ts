export { command, group, type OperatorCommand } from "./command.ts"
export {
  all,
  decode,
  type HandlerInput,
  makeParameter,
  map,
  nested,
  optional,
  type Parameter,
  withDefault
} from "./parameter.ts"
export {
  choiceArgument,
  choiceFlag,
  integerArgument,
  integerFlag,
  repeatedFlag,
  switchFlag,
  textArgument,
  textFlag,
  textsArgument
} from "./values.ts"
