/** What an `a` needs to lead out of the app. */
export type OutsideLink = { href: string; target?: string; rel?: string }

/**
 * What a device can do. Screens ask for one of these, never for a platform. Each is exported by a module beside this one, which says what it
 * means and has the browser's way of it.
 */
export type Device = {
  outside: (address: string) => OutsideLink
  goOutside: (address: string) => void
  canShare: () => boolean
  share: (what: { text?: string; url?: string }) => Promise<boolean>
  copyText: (text: string) => Promise<void>
  printPage: () => void
  saveFile: (file: { name: string; content: Blob }) => void
  fetchFile: (file: { name: string; href: string }) => void
}

let adapter: Partial<Device> = {}

/**
 * Puts what a shell does itself in the browser's place, before the first screen; what it leaves out stays the browser's. Returns how to take
 * it out again.
 */
export function putAdapter(own: Partial<Device>): () => void {
  const before = adapter
  adapter = own
  return () => {
    adapter = before
  }
}

/** One thing a device can do: the adapter's way of it, else the browser's. */
export const capability = <K extends keyof Device>(name: K, browsers: Device[K]): Device[K] =>
  ((...asked: never[]) => ((adapter[name] ?? browsers) as (...asked: never[]) => unknown)(...asked)) as Device[K]
