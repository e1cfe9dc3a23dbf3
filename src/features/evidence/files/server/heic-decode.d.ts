declare module 'heic-decode' {
  /** One picture of a HEIC file: its upright size from the header; `decode` returns its pixels as RGBA. */
  type HeicImage = { width: number; height: number; decode: () => Promise<{ width: number; height: number; data: Uint8ClampedArray }> }
  const decode: { all: (from: { buffer: Uint8Array }) => Promise<HeicImage[]> }
  export = decode
}
