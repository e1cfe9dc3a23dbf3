/* The codecs come without types; what a started one holds is in wasm-codec.ts. */
type StartCodec = (options: { wasmBinary: ArrayBuffer | Uint8Array; print: () => void; printErr: () => void }) => Promise<unknown>
declare module '@cornerstonejs/codec-charls/decodewasmjs' {
  const start: StartCodec
  export = start
}
declare module '@cornerstonejs/codec-openjpeg/decodewasmjs' {
  const start: StartCodec
  export = start
}
