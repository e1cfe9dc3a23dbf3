import type { Kind, Sniffed } from '#features/evidence/files/sniff.ts'
import { trimmed } from '#lib/trim.ts'

/** The file types of Spec §3 File attachment, with their labels. */
export const FILE_TYPES = ['image', 'video', 'scan', 'radiograph', 'gait-analysis', 'document'] as const
export type FileType = (typeof FILE_TYPES)[number]
export const TYPE_LABELS: Readonly<Record<FileType, string>> = {
  image: 'Image',
  video: 'Video',
  scan: 'Scan',
  radiograph: 'Radiograph',
  'gait-analysis': 'Gait analysis',
  document: 'Document',
}

/** Spec §6 Uploader roles: who made a file. */
export const UPLOADERS = ['farrier', 'vet', 'para-professional', 'client'] as const
export type Uploader = (typeof UPLOADERS)[number]
export const UPLOADER_LABELS: Readonly<Record<Uploader, string>> = {
  farrier: 'Farrier',
  vet: 'Veterinarian',
  'para-professional': 'Para-professional',
  client: 'Horse Owner',
}

/** Spec §6: the types each role may upload. */
export const TYPES_OF: Readonly<Record<Uploader, readonly FileType[]>> = {
  farrier: ['image', 'video', 'gait-analysis', 'document'],
  vet: ['image', 'video', 'scan', 'radiograph', 'document'],
  'para-professional': ['image', 'video', 'scan', 'document'],
  client: ['image', 'video', 'document'],
}

/** Spec §5 Accepted files by type, by content rather than by name. */
const KINDS: Readonly<Record<FileType, readonly Kind[]>> = {
  image: ['image'],
  video: ['video'],
  scan: ['pdf', 'image'],
  radiograph: ['image', 'dicom'],
  'gait-analysis': ['text', 'pdf', 'video'],
  document: ['pdf', 'word', 'text'],
}

/**
 * Spec §5: the same for a file picker, with the media types of files that are recognised only by content: a radiograph from a disc has no
 * extension.
 */
export const PICKED: Readonly<Record<FileType, readonly string[]>> = {
  image: ['image/*'],
  video: ['video/*'],
  scan: ['.pdf', 'application/pdf', 'image/*'],
  radiograph: ['image/*', '.dcm', 'application/dicom'],
  'gait-analysis': ['.csv', 'text/csv', 'text/plain', '.pdf', 'application/pdf', 'video/*'],
  document: [
    ...['.pdf', 'application/pdf', '.doc', 'application/msword', '.txt', 'text/plain'],
    ...['.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ],
}

/** The same in words. */
export const ACCEPTED_WORDS: Readonly<Record<FileType, string>> = {
  image: 'a picture',
  video: 'a video',
  scan: 'a PDF or a picture',
  radiograph: 'a picture or a DICOM file (.dcm)',
  'gait-analysis': 'a table (.csv), a PDF or a video',
  document: 'a PDF, a Word file or a text file',
}

const KIND_WORDS: Readonly<Record<Kind, string>> = {
  image: 'a picture',
  video: 'a video',
  audio: 'a sound recording',
  pdf: 'a PDF',
  dicom: 'a DICOM file',
  word: 'a Word file',
  text: 'a text file',
}

/** Spec §5: 100 MB a file. */
export const MOST_BYTES = 100 * 1024 * 1024
/**
 * A file up to this size is sent in one request; a larger one in parts, so that an interruption loses little (Spec §5, and product.md on
 * one PUT).
 */
export const ONE_GO_BYTES = 5 * 1024 * 1024

/** How many files a person outside the practice may send to it in a day. */
export const GUEST_FILES_A_DAY = 30
export const GUEST_BYTES_A_DAY = 500 * 1024 * 1024
/** What a vet or a para-professional may send of one horse, as long as they look after it. */
export const GRANT_BYTES = 2 * 1024 * 1024 * 1024
/** How long a vet may keep a file from the owner. */
export const MOST_DAYS_KEPT = 14

/** Spec §9 Uploads: how many pixels wide the small pictures of a file are. */
export const THUMBNAIL_WIDTHS = [200, 280, 600] as const
export type ThumbnailWidth = (typeof THUMBNAIL_WIDTHS)[number]
/** The longest side of the picture shown for a file, in pixels. */
export const PICTURE_SIDE = 2400
/** A picture with more pixels is not opened: no camera makes one, and it would use all memory. */
export const MOST_PIXELS = 100_000_000

const PICTURED = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/tiff', 'image/heic', 'image/avif'])

/**
 * Whether pictures are made from a file of this media type, to be shown in its place. Not of an SVG, which may carry a program, nor of a
 * radiograph, which the browser opens itself.
 */
export const isPictured = (mime: string): boolean => PICTURED.has(mime) || mime.startsWith('video/')

/** Whether a file of this content may be filed as this type. */
const isOfType = (found: Pick<Sniffed, 'kind'>, type: FileType): boolean => KINDS[type].includes(found.kind)

/** The types that a file of this content can have, given who made it; the likeliest first. */
export const typesFor = (found: Pick<Sniffed, 'kind'>, by: Uploader): FileType[] => TYPES_OF[by].filter((type) => isOfType(found, type))

/**
 * The reason, in words, why a file of this content can't be filed as this type, given who made it, and what to do instead; undefined: it
 * can. `found` is the result of `sniff`.
 */
export function wrongTypeWords(found: Pick<Sniffed, 'kind'> | undefined, type: FileType, by: Uploader): string | undefined {
  const label = TYPE_LABELS[type].toLowerCase()
  const wanted = `Choose ${ACCEPTED_WORDS[type]}`
  if (!found) return `This kind of file can't be kept here. ${wanted}.`
  if (!TYPES_OF[by].includes(type)) return `A ${label} is filed under who made it: choose who that was.`
  if (isOfType(found, type)) return undefined
  return `This is ${KIND_WORDS[found.kind]}, which can’t be filed as ${label}. ${wanted}${insteadWords(found, by)}.`
}

/** What could be done with this file instead. */
function insteadWords(found: Pick<Sniffed, 'kind'>, by: Uploader): string {
  const others = typesFor(found, by).map((other) => TYPE_LABELS[other].toLowerCase())
  if (others.length > 0) return `, or file this one as ${others.join(' or ')}`
  return typesFor(found, 'vet').length > 0 ? ', or say that you received this one from a vet' : ''
}

/** The media type to store: a text whose file name has a table's extension is a table. */
export const mimeOf = ({ kind, mime }: Sniffed, fileName: string): string =>
  kind === 'text' && /\.csv$/i.test(fileName) ? 'text/csv' : mime

/**
 * Decision 023: a farrier's photos of a visit are shown to the owner too, until a member changes that. Nothing else is shown automatically:
 * no radiograph, and nothing from a vet.
 */
export const isShownAtFirst = (file: { fileType: FileType; uploadedBy: Uploader; appointmentId: string | null }): boolean =>
  file.fileType === 'image' && file.uploadedBy === 'farrier' && Boolean(file.appointmentId)

/** Spec §7: the default description of a file. */
export const usualDescription = (type: FileType, horse: string): string => `${TYPE_LABELS[type]} for ${horse}`

const MOST_NAME_BYTES = 255
// Control characters; characters that reverse the writing direction, so that `gpj.exe` reads as `exe.jpg`; characters that file systems
// refuse.
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>:"/\\|?*]/gu
const EDGES = /[.\s]/

/** A name under which any system can save a file: no path, no invisible characters, at most 255 bytes, with its extension kept. */
export function safeName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  const clean = trimmed(last.normalize('NFC').replace(UNSAFE, ''), EDGES)
  if (!clean) return 'file'
  const ending = /\.[\p{L}\p{N}]{1,10}$/u.exec(clean)?.[0] ?? ''
  const before = shortened(clean.slice(0, clean.length - ending.length), MOST_NAME_BYTES - bytesOf(ending))
  return (trimmed(before, EDGES) || 'file') + ending
}

/** As many whole characters as fit. */
function shortened(text: string, most: number): string {
  let bytes = 0
  let kept = ''
  for (const letter of text) {
    bytes += bytesOf(letter)
    if (bytes > most) break
    kept += letter
  }
  return kept
}

const bytesOf = (text: string) => new TextEncoder().encode(text).length

/** When a file was filed, from its time-ordered id; undefined for any other id. */
export function filedAt(id: string): Date | undefined {
  const isTimed = /^[0-9a-f]{8}-[0-9a-f]{4}-7/.test(id)
  return isTimed ? new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)) : undefined
}

/** `4.2 MB`, `310 KB`: a size as phones show it. */
export function sizeWords(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`
  if (bytes < 1_000_000) return `${Math.round(bytes / 1000)} KB`
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}
