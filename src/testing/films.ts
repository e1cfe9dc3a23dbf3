import { addFile, storeFile } from '#testing/files.ts'
import type { FixturePractice } from '#testing/practice.ts'
import { type DicomElement, pictureElements, words, writeDicom } from '#testing/radiographs/writer.ts'

/** A film on record, of 60 by 50 points; `elements` say more of it, as its scale. */
export async function addFilm(practice: Pick<FixturePractice, 'post' | 'send'>, of: object, elements: readonly DicomElement[] = []) {
  const size = { columns: 60, rows: 50 }
  // No two are the same bytes.
  const pixels = words(Array.from({ length: size.columns * size.rows }, () => Math.floor(Math.random() * 4000)))
  const bytes = Buffer.from(writeDicom({ elements: pictureElements({ ...size, stored: 12 }, elements), pixels }))
  const filed = { fileId: await storeFile(practice, bytes), fileType: 'radiograph', fileName: 'NF.dcm', uploadedBy: 'vet', ...of }
  return addFile(practice, filed)
}
