import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Codecs, Jpeg2000Codec, JpegLsCodec } from '#features/evidence/radiographs/wasm-codec.ts'

const require = createRequire(import.meta.url)

/** The same codecs as the browser's, started from the disk. */
export const codecsFromDisk: Codecs = {
  jpegLs: () => started<JpegLsCodec>('@cornerstonejs/codec-charls'),
  jpeg2000: () => started<Jpeg2000Codec>('@cornerstonejs/codec-openjpeg'),
}

async function started<Codec>(name: string): Promise<Codec> {
  const quiet = () => undefined
  const wasmBinary = await readFile(require.resolve(`${name}/decodewasm`))
  return (await (require(`${name}/decodewasmjs`) as StartCodec)({ wasmBinary, print: quiet, printErr: quiet })) as Codec
}
