import sharp from 'sharp'

/** Blocks formats that read text or programs, regardless of the file's content: SVG above all. `readers`: `JpegFile`, `PngBuffer`. */
export function allowOnly(readers: readonly string[]) {
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: readers.map((reader) => `VipsForeignLoad${reader}`) })
}
