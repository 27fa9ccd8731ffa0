/** Functions that pg uses to serialize values and does not declare. */
declare module "pg/lib/utils.js" {
  const utils: { readonly prepareValue: (value: unknown) => Buffer | string | null }
  export default utils
}
