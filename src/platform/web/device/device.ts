import type { LatLng } from '#lib/position.ts'

/** Where this device is, to about so many metres. */
export type Located = LatLng & { accuracyMetres: number }

/** A camera that is on. */
export type LiveCamera = {
  /** For a `video` element. */
  readonly stream: MediaStream
  /** Whether it has a light that can be switched. */
  readonly hasTorch: boolean
  setTorch: (isOn: boolean) => Promise<void>
  /** Takes a picture as good as the camera makes, upright; `video` shows its stream. */
  take: (video: HTMLVideoElement) => Promise<Blob>
  stop: () => void
}

/** A camera app that gives its pictures to ours. */
type PhotoApp = {
  /** The photos a person takes or chooses; none: they changed their mind. */
  take: () => Promise<readonly File[]>
}

/** A place that no other app, and no copy of this app's folder, can be read from. */
type SecretStore = {
  read: (name: string) => Promise<string | null>
  write: (name: string, secret: string) => Promise<void>
  remove: (name: string) => Promise<void>
}

/** What an `a` needs to lead out of the app. */
export type OutsideLink = { href: string; target?: string; rel?: string }

/** Where a device's push service takes calls for it, and the keys they are sealed with. */
type CallAddress = { endpoint: string; p256dh: string; auth: string }

/** The state of the storage that holds the local copy; null where the device doesn't report it. */
export type StorageState = {
  /** True: it was promised that nothing is cleared when the disk runs full. */
  isKept: boolean | null
  bytesFree: number | null
}

/** The device as its owner would name it. */
export type AboutDevice = {
  platform: 'iOS' | 'Android' | 'Mobile' | 'Desktop'
  /** Empty until it is known, and where it never is. */
  model: string
  /** What the app runs in: a shell of its own, an installed page, or a tab. */
  home: 'shell' | 'installed' | 'tab'
}

/**
 * What a device can do. Screens use one of these, never a platform directly. Each is exported by a module in this folder, which documents
 * it and implements it for the browser.
 */
export type Device = {
  aboutDevice: () => AboutDevice
  onAboutDevice: (changed: () => void) => () => void
  isOnNetwork: () => boolean
  networkKind: () => string | undefined
  onNetworkChange: (changed: () => void) => () => void
  locate: () => Promise<Located>
  mayHaveCamera: () => boolean
  openCamera: (onEnd: () => void) => Promise<LiveCamera>
  photoApp: () => PhotoApp | null
  openMicrophone: () => Promise<MediaStream>
  keepAwake: () => () => void
  outside: (address: string) => OutsideLink
  goOutside: (address: string) => void
  canShare: () => boolean
  share: (what: { text?: string; url?: string }) => Promise<boolean>
  copyText: (text: string) => Promise<void>
  printPage: () => void
  saveFile: (file: { name: string; content: Blob }) => void
  fetchFile: (file: { name: string; href: string }) => void
  storageState: () => Promise<StorageState>
  canKeepStorage: () => boolean
  keepStorage: () => Promise<void>
  canBeCalled: () => boolean
  callAddress: () => Promise<string | undefined>
  askToBeCalled: (pushKey: string) => Promise<CallAddress>
  callNoMore: () => Promise<void>
  secretStore: () => SecretStore | null
  canUsePasskeys: () => boolean
  offersPasskeys: () => Promise<boolean>
  makePasskey: (options: object) => Promise<object | undefined>
  signWithPasskey: (options: object, isOffered: boolean) => Promise<object | undefined>
  withdrawPasskeys: () => Promise<void>
  showBadge: (count: number) => Promise<void>
  shake: () => void
}

let adapter: Partial<Device> = {}

/**
 * Replaces the browser's functions by a shell's own, before the first screen; those it leaves out stay the browser's. Returns a function
 * that removes them again.
 */
export function putAdapter(own: Partial<Device>): () => void {
  const before = adapter
  adapter = own
  return () => {
    adapter = before
  }
}

/** One thing a device can do: the adapter's implementation, else the browser's. */
export const capability = <K extends keyof Device>(name: K, browsers: Device[K]): Device[K] =>
  ((...asked: never[]) => ((adapter[name] ?? browsers) as (...asked: never[]) => unknown)(...asked)) as Device[K]
