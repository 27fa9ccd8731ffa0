/** Its own types describe another kind of module than the one that it is: what is imported is the function itself. */
declare module "robots-parser" {
  interface Robots {
    /** Undefined for an address that is not of the same host. */
    isAllowed(url: string, userAgent?: string): boolean | undefined
    getCrawlDelay(userAgent?: string): number | undefined
    getSitemaps(): Array<string>
  }
  const parse: (url: string, text: string) => Robots
  export default parse
}
