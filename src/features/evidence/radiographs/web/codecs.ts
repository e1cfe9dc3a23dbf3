/// <reference path="../wasm-modules.d.ts" />
import { Refusal } from '#features/evidence/radiographs/refusal.ts'
import type { Codecs, Jpeg2000Codec, JpegLsCodec } from '#features/evidence/radiographs/wasm-codec.ts'

const CHARLS = new URL('@cornerstonejs/codec-charls/decodewasm', import.meta.url)
const OPENJPEG = new URL('@cornerstonejs/codec-openjpeg/decodewasm', import.meta.url)

/** The codecs of JPEG-LS and JPEG 2000, fetched when the first such file is opened. */
export const codecs: Codecs = {
  jpegLs: once(async () => started<JpegLsCodec>(await import('@cornerstonejs/codec-charls/decodewasmjs'), CHARLS)),
  jpeg2000: once(async () => started<Jpeg2000Codec>(await import('@cornerstonejs/codec-openjpeg/decodewasmjs'), OPENJPEG)),
}

async function started<Codec>({ default: start }: { default: StartCodec }, program: URL): Promise<Codec> {
  const answer = await fetch(program)
  if (!answer.ok) throw new Refusal('missing-part')
  // Their output is discarded.
  return (await start({ wasmBinary: await answer.arrayBuffer(), print: quiet, printErr: quiet })) as Codec
}

const quiet = () => undefined

function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined
  return () => {
    loaded ??= load().catch((error: unknown) => {
      loaded = undefined
      throw error instanceof Refusal ? error : new Refusal('missing-part')
    })
    return loaded
  }
}
