declare module 'heic-decode' {
  /** One picture of a HEIC file: its size by the header, upright, and its pixels as RGBA once asked for. */
  type HeicImage = { width: number; height: number; decode: () => Promise<{ width: number; height: number; data: Uint8ClampedArray }> }
  const decode: { all: (from: { buffer: Uint8Array }) => Promise<HeicImage[]> }
  export = decode
}
